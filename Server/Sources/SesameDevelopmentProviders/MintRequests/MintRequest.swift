package import SesameCore

/// A request for an ID token. Unset members have the provider's values.
package struct MintRequest: Sendable {
    /// The client for which the token is issued, selected by app or by client id.
    package enum Client: Sendable, Hashable {
        /// An app's main client: at Google the web client, or the iOS client if the app has no web client; at Apple the
        /// first client id.
        case app(String)
        /// Any client id, registered or not.
        case clientID(String)
    }

    /// The user who signs in, selected by number, or by subject and email address.
    package enum Person: Sendable, Hashable {
        /// The Test User with the given number, from 1 to 999,999.
        case testUser(Int)
        /// The user with the given subject, email address or both; a new user if none matches.
        case known(subject: String?, email: String?)
    }

    /// The nonce, given as the claim or as the app's raw nonce.
    package enum Nonce: Sendable, Hashable {
        /// The exact value of the claim.
        case claim(String)
        /// The app's raw nonce, from which the provider's native SDK derives the claim: at Apple the SHA-256 in
        /// lowercase hexadecimal digits, at Google the nonce itself.
        case raw(String)
    }

    /// The signature of the token, which may be invalid to test a server's verification.
    package enum Signature: String, Sendable, Hashable, CaseIterable {
        /// A valid signature of the key.
        case valid
        /// A signature whose last bit is flipped.
        case broken
        /// No signature bytes: the token ends with a dot.
        case empty
    }

    package var client: Client
    package var person: Person
    /// The nonce; nil for a token without the claim `nonce`.
    package var nonce: Nonce?
    /// Claims that replace the provider's or are added to them; null removes a claim.
    package var claims: JSONObject
    /// Header members that replace the provider's or are added to them; null removes a member.
    package var header: JSONObject
    /// The seconds from `iat` to `exp`; nil for the provider's lifetime. May be negative.
    package var expiresIn: Int?
    package var key: KeyChoice
    package var signature: Signature

    /// Creates a request; by default for a valid token of Test User 1 without a nonce.
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
