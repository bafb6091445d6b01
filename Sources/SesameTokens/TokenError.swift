/// The reason why a token, a key or a key set was rejected. It contains nothing from the token and may be logged.
public struct TokenError: Error, Sendable, Hashable {
    /// The rule that was broken. The set is open: new rules may be added.
    public struct Reason: Sendable, Hashable {
        /// A stable name for logs.
        public let name: String

        /// The token is too long or not a compact JWS, its header is malformed, or its claims are not a strict JSON
        /// object.
        public static let malformed = Reason(name: "malformed")
        /// The header would change how the token is read or verified.
        public static let unsupportedHeader = Reason(name: "unsupported_header")
        /// The token's algorithm is not the expected one.
        public static let algorithm = Reason(name: "algorithm")
        /// No key has the token's key id, or the token has no key id.
        public static let unknownKey = Reason(name: "unknown_key")
        /// The signature is not valid for the token and the key.
        public static let signature = Reason(name: "signature")
        /// The token has a different purpose: for example, it is a notification or an access token instead of an ID
        /// token.
        public static let wrongType = Reason(name: "wrong_type")
        /// The token comes from an unexpected issuer.
        public static let issuer = Reason(name: "issuer")
        /// The token is meant for another client, or for an unexpected client as well.
        public static let audience = Reason(name: "audience")
        /// The client that obtained the token (`azp`) is not trusted.
        public static let authorizedParty = Reason(name: "authorized_party")
        /// `exp` has passed.
        public static let expired = Reason(name: "expired")
        /// `nbf` has not been reached.
        public static let notYetValid = Reason(name: "not_yet_valid")
        /// `iat` lies in the future.
        public static let issuedInFuture = Reason(name: "issued_in_future")
        /// `iat` is longer ago than the maximum age that the verifier accepts.
        public static let tooOld = Reason(name: "too_old")
        /// The nonce is missing or does not match.
        public static let nonce = Reason(name: "nonce")
        /// A required claim is missing, or a claim has an invalid form.
        public static let claim = Reason(name: "claim")
        /// A key or key set is invalid or unsupported, or signing with a key failed.
        public static let keys = Reason(name: "keys")
        /// No usable keys are cached, or newer ones cannot be fetched; try again after ``TokenError/retryAfter``.
        public static let keysUnavailable = Reason(name: "keys_unavailable")
    }

    /// The rule that was broken.
    public let reason: Reason
    /// An explanation for developers, without any content of the token.
    public let message: String
    /// The time until the keys can be fetched again, with ``Reason/keysUnavailable``; otherwise nil.
    public let retryAfter: Duration?

    /// Creates an error. `message` must contain nothing from the token.
    public init(_ reason: Reason, _ message: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
    }
}

extension TokenError: CustomStringConvertible {
    /// The name of the rule, and the explanation.
    public var description: String { "\(reason.name): \(message)" }
}
