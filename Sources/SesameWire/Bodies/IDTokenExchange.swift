public import SesameCore

/// The body of `POST /auth/google` and `/auth/apple`.
public struct IDTokenExchangeRequest: WireBody {
    /// The provider's ID token.
    public let idToken: Secret
    /// The role that the user signs in with; refused if the account has another role.
    public let role: String?

    /// Creates a request with these members.
    public init(idToken: Secret, role: String? = nil) {
        self.idToken = idToken
        self.role = role
    }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        idToken = try json.secret("idToken")
        role = try json.optionalString("role")
    }

    /// The request as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = ["idToken": .string(idToken.exposed)]
        json.set("role", role)
        return json
    }
}
