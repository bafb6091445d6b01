package import SesameCore

/// The content of a token: everything unsaid is as the provider would have it.
package struct TokenOrder: Sendable {
    /// The client of the token.
    package enum Client: Sendable, Hashable {
        /// An app's principal client: the web client at Google, the first client id at Apple.
        case app(String)
        /// Any client id, registered or not.
        case clientID(String)
    }

    /// The user who signs in.
    package enum Person: Sendable, Hashable {
        /// Test User n, 1 to 999,999.
        case testUser(Int)
        /// The person with that subject, that address or both; someone new if there was nobody.
        case known(subject: String?, email: String?)
    }

    /// The nonce of the request.
    package enum Nonce: Sendable, Hashable {
        /// The claim is exactly this.
        case claim(String)
        /// The app had this nonce and did what the provider's native SDK has it do: Apple's is given the SHA-256 in
        /// lower-case hexadecimal digits, Google's the nonce itself.
        case raw(String)
    }

    /// The signature: valid, broken or empty.
    package enum Signature: String, Sendable, Hashable, CaseIterable {
        /// The key's signature.
        case valid
        /// The key's signature with its last bit turned over.
        case broken
        /// Nothing.
        case empty
    }

    /// The client of the token.
    package var client: Client
    /// The user who signs in.
    package var person: Person
    /// The nonce of the request.
    package var nonce: Nonce?
    /// Claims set over the provider's, to any value; null takes a claim away.
    package var claims: JSONObject
    /// Header members set over the provider's; null takes a member away.
    package var header: JSONObject
    /// Seconds from `iat` to `exp`; the provider's own lifetime if nil. May be negative.
    package var expiresIn: Int?
    /// Which key signs.
    package var key: KeyChoice
    /// The signature: valid, broken or empty.
    package var signature: Signature

    /// A token as the provider would issue it for Test User 1.
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
