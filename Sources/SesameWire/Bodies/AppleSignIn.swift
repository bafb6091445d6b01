public import SesameCore

/// Body of `POST /v1/sign-in/apple`: the token, and what else Apple's sheet gives.
public struct AppleSignInRequest: WireBody {
    /// The longest code that is taken, in bytes; Apple's have about seventy.
    public static let greatestCodeLength = 512

    /// The token and its nonce.
    public let credential: SignInRequest
    /// The sheet's authorization code. The server exchanges it, so that it can revoke the consent when the account is
    /// deleted. Good once, for five minutes.
    public let authorizationCode: Secret?
    /// The name, which Apple gives at the first consent only. It is kept for a person who has none yet.
    public let name: PersonName?

    /// Makes the request.
    public init(credential: SignInRequest, authorizationCode: Secret? = nil, name: PersonName? = nil) {
        self.credential = credential
        self.authorizationCode = authorizationCode
        self.name = name
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        credential = try SignInRequest(json: json)
        authorizationCode = try json.appleCode()
        let (given, family) = (try json.optionalString("givenName"), try json.optionalString("familyName"))
        name = given == nil && family == nil ? nil : PersonName(givenName: given, familyName: family)
    }

    /// The request as it is sent: all members side by side.
    public var json: JSONObject {
        var json = credential.json
        json.set("authorizationCode", authorizationCode?.exposed)
        json.set("givenName", name?.givenName)
        json.set("familyName", name?.familyName)
        return json
    }
}

extension JSONObject {
    /// The code of Apple's sheet, if there is one.
    func appleCode() throws(BodyError) -> Secret? {
        let name = "authorizationCode"
        guard let code = try optionalString(name) else { return nil }
        guard (1...AppleSignInRequest.greatestCodeLength).contains(code.utf8.count) else {
            throw BodyError(name, .invalid)
        }
        return Secret(code)
    }
}
