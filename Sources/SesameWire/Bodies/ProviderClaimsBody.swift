public import SesameCore

/// One linked provider's latest claims about a user, part of a ``ProfileBody``.
public struct ProviderClaimsBody: WireBody, Equatable {
    /// The provider, for example `google`.
    public let provider: String
    /// The email address in the claims; nil if the provider reports none.
    public let email: String?
    /// True if the provider has verified the address.
    public let emailVerified: Bool
    /// The given name in the claims; nil if unknown.
    public let givenName: String?
    /// The family name in the claims; nil if unknown.
    public let familyName: String?
    /// The full name in the claims; nil if unknown.
    public let displayName: String?
    /// The URL of the user's picture at the provider; nil if unknown.
    public let photoURL: String?

    /// Creates the claims of a provider; every claim is optional.
    public init(
        provider: String, email: String? = nil, emailVerified: Bool = false, givenName: String? = nil,
        familyName: String? = nil, displayName: String? = nil, photoURL: String? = nil
    ) {
        self.provider = provider
        self.email = email
        self.emailVerified = emailVerified
        self.givenName = givenName
        self.familyName = familyName
        self.displayName = displayName
        self.photoURL = photoURL
    }

    /// Parses the claims; throws if `provider` or `emailVerified` is missing.
    public init(json: JSONObject) throws(BodyError) {
        provider = try json.string("provider")
        email = try json.optionalString("email")
        emailVerified = try json.bool("emailVerified")
        givenName = try json.optionalString("givenName")
        familyName = try json.optionalString("familyName")
        displayName = try json.optionalString("displayName")
        photoURL = try json.optionalString("photoURL")
    }

    /// The claims as a JSON object; absent ones are left out.
    public var json: JSONObject {
        var json: JSONObject = ["provider": .string(provider)]
        json.set("email", email)
        json["emailVerified"] = .bool(emailVerified)
        json.set("givenName", givenName)
        json.set("familyName", familyName)
        json.set("displayName", displayName)
        json.set("photoURL", photoURL)
        return json
    }
}
