package import SesameCore
import SesameTokens

/// A refused request: the error, and data that help the client continue.
package struct AccountError: Error, Sendable {
    /// The error code that clients handle, which never changes.
    package let code: AuthError.Code
    /// An explanation for developers. It never contains a secret or personal data.
    package let reason: String
    /// The optional members; nil while none is set.
    private var details: Boxed?

    package init(_ code: AuthError.Code, _ reason: String, retryAfter: Int? = nil, field: String? = nil) {
        self.code = code
        self.reason = reason
        if let retryAfter { self.retryAfter = retryAfter }
        if let field { self.field = field }
    }

    /// The optional members. They are stored behind a reference because the compiler reserves an error's whole size in
    /// each function that can throw it.
    private struct Details: Sendable {
        var retryAfter: Int?
        var field: String?
        var minimum: Int?
        var missing: [String]?
        var rejection: TokenError.Reason?
        var isOfNothing: Bool?
        var diagnosis: String?
        var attachment: (any RefusalAttachment)?
    }

    private final class Boxed: Sendable {
        let value: Details

        init(_ value: Details) {
            self.value = value
        }
    }

    private subscript<Value>(detail: WritableKeyPath<Details, Value?>) -> Value? {
        get { details?.value[keyPath: detail] }
        set {
            var changed = details?.value ?? Details()
            changed[keyPath: detail] = newValue
            details = Boxed(changed)
        }
    }
}

/// A typed value that an ``AccountError`` carries to the code that catches the error. The code that throws the error
/// declares the type, and a property that returns the value.
package protocol RefusalAttachment: Sendable {}

extension AccountError {
    /// The number of seconds after which a retry makes sense.
    package var retryAfter: Int? {
        get { self[\.retryAfter] }
        set { self[\.retryAfter] = newValue }
    }

    /// The name of the invalid member of the request; nil if the error is not about one member.
    package var field: String? {
        get { self[\.field] }
        set { self[\.field] = newValue }
    }

    /// The minimum number of characters, for a password that is too short.
    package var minimum: Int? {
        get { self[\.minimum] }
        set { self[\.minimum] = newValue }
    }

    /// The names of the required profile fields that are missing.
    package var missing: [String]? {
        get { self[\.missing] }
        set { self[\.missing] = newValue }
    }

    /// The rule that an ID token violated; nil for other reasons. For metrics; never sent.
    var rejection: TokenError.Reason? {
        get { self[\.rejection] }
        set { self[\.rejection] = newValue }
    }

    /// True if the caller presented no credential, so that the request does not count as a guess.
    package var isOfNothing: Bool {
        get { self[\.isOfNothing] ?? false }
        set { self[\.isOfNothing] = newValue }
    }

    /// Further information for the operator's logs. Never sent to a client.
    package var diagnosis: String? {
        get { self[\.diagnosis] }
        set { self[\.diagnosis] = newValue }
    }

    /// Returns the attachment of the type; nil if there is none.
    package func attachment<Attachment: RefusalAttachment>(_: Attachment.Type) -> Attachment? {
        self[\.attachment] as? Attachment
    }

    /// Returns the error with an attachment, which replaces an earlier one.
    package func with(_ attachment: some RefusalAttachment) -> AccountError {
        var refusal = self
        refusal[\.attachment] = attachment
        return refusal
    }
}
