package import SesameCore

/// The content of a token. Unset members have the provider's values.
package struct MintRequest: Sendable {
    /// The client of the token.
    package enum Client: Sendable, Hashable {
        /// An app's main client: the web client at Google, the first client id at Apple.
        case app(String)
        /// Any client id, registered or not.
        case clientID(String)
    }

    /// The user who signs in.
    package enum Person: Sendable, Hashable {
        /// Test User n, 1 to 999,999.
        case testUser(Int)
        /// The user with that subject, that email address or both; a new user if none matches.
        case known(subject: String?, email: String?)
    }

    /// The nonce of the request.
    package enum Nonce: Sendable, Hashable {
        /// The exact value of the claim.
        case claim(String)
        /// The raw nonce of the app, to be handled like in the provider's native SDK: Apple's gets the SHA-256 in
        /// lower-case hexadecimal digits, Google's gets the nonce itself.
        case raw(String)
    }

    /// The signature: valid, broken or empty.
    package enum Signature: String, Sendable, Hashable, CaseIterable {
        /// A valid signature of the key.
        case valid
        /// A signature of the key with its last bit flipped.
        case broken
        /// An empty signature.
        case empty
    }

    /// The client of the token.
    package var client: Client
    /// The user who signs in.
    package var person: Person
    /// The nonce of the request.
    package var nonce: Nonce?
    /// Claims that override the provider's, with any value; null removes a claim.
    package var claims: JSONObject
    /// Header members that override the provider's; null removes a member.
    package var header: JSONObject
    /// The seconds from `iat` to `exp`; nil for the provider's lifetime. May be negative.
    package var expiresIn: Int?
    /// The choice of the signing key.
    package var key: KeyChoice
    /// The signature: valid, broken or empty.
    package var signature: Signature

    /// Creates a request for a token as the provider issues it for Test User 1.
    package init(
        client: Client,
        person: Person = .testUser(1),
        nonce: Nonce? = nil,
        claims: JSONObject = [:],
        header: JSONObject = [:],
        expiresIn: Int? = nil,
        key: KeyChoice = .current,
        signature: Signature = .valid
    ) {
        self.client = client
        self.person = person
        self.nonce = nonce
        self.claims = claims
        self.header = header
        self.expiresIn = expiresIn
        self.key = key
        self.signature = signature
    }
}
