public import SesameCore

/// The body of `POST /auth/google` and `/auth/apple`: an ID token to exchange for a session.
public struct IDTokenExchangeRequest: WireBody {
    /// The provider's ID token.
    public let idToken: Secret
    /// The role that the user signs in with; refused if the account has a different role.
    public let role: String?

    /// Creates a request; only apps with roles need the role.
    public init(idToken: Secret, role: String? = nil) {
        self.idToken = idToken
        self.role = role
    }

    /// Parses the request; throws if the token is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        idToken = try json.secret("idToken")
        role = try json.optionalString("role")
    }

    /// The request as a JSON object, with the token in plain text.
    public var json: JSONObject {
        var json: JSONObject = ["idToken": .string(idToken.exposed)]
        json.set("role", role)
        return json
    }
}
