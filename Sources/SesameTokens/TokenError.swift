/// The reason why a token, a key or a key set was rejected. Holds nothing of the token: it may be logged.
public struct TokenError: Error, Sendable, Hashable {
    /// The rule that was broken. An open set: new rules may come.
    public struct Reason: Sendable, Hashable {
        /// A stable name for logs.
        public let name: String

        /// Not a compact JWS, or its header or claims are not strict JSON.
        public static let malformed = Reason(name: "malformed")
        /// A header that would change how the token is read or verified.
        public static let unsupportedHeader = Reason(name: "unsupported_header")
        /// Another algorithm than the one the caller fixed.
        public static let algorithm = Reason(name: "algorithm")
        /// No key has the token's key id.
        public static let unknownKey = Reason(name: "unknown_key")
        /// The signature is not of this key over these bytes.
        public static let signature = Reason(name: "signature")
        /// A token made for something else: a notification, an access token where an ID token is due, …
        public static let wrongType = Reason(name: "wrong_type")
        /// Another issuer.
        public static let issuer = Reason(name: "issuer")
        /// Meant for another client, or for another one too.
        public static let audience = Reason(name: "audience")
        /// Obtained by a client that is not trusted to.
        public static let authorizedParty = Reason(name: "authorized_party")
        /// `exp` has passed.
        public static let expired = Reason(name: "expired")
        /// `nbf` has not come.
        public static let notYetValid = Reason(name: "not_yet_valid")
        /// `iat` lies in the future.
        public static let issuedInFuture = Reason(name: "issued_in_future")
        /// `iat` lies further back than the caller allows.
        public static let tooOld = Reason(name: "too_old")
        /// The nonce is missing or another one.
        public static let nonce = Reason(name: "nonce")
        /// A required claim is missing, or a claim has a form it may not have.
        public static let claim = Reason(name: "claim")
        /// A key or a key set that may not be used.
        public static let keys = Reason(name: "keys")
        /// No keys are at hand and their source does not answer; try again later.
        public static let keysUnavailable = Reason(name: "keys_unavailable")
    }

    /// The rule that was broken.
    public let reason: Reason
    /// An explanation for developers, without any content of the token.
    public let message: String
    /// With ``Reason/keysUnavailable``: when the source will be asked again.
    public let retryAfter: Duration?

    /// An error; `message` must hold nothing of the token.
    public init(_ reason: Reason, _ message: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
    }
}

extension TokenError: CustomStringConvertible {
    /// The rule and the explanation.
    public var description: String { "\(reason.name): \(message)" }
}
