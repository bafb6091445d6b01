public import SesameCore

/// Body of `POST /auth/google` and `/auth/apple`.
public struct ContractRequest: WireBody {
    /// The provider's ID token.
    public let idToken: Secret
    /// The role that the person signs in for; another one is refused.
    public let role: String?

    /// Makes the request.
    public init(idToken: Secret, role: String? = nil) {
        self.idToken = idToken
        self.role = role
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        idToken = try json.secret("idToken")
        role = try json.optionalString("role")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["idToken": .string(idToken.exposed)]
        json.set("role", role)
        return json
    }
}
