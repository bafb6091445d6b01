public import SesameCore

/// The body of `POST /v1/sign-in/apple`: the token and the other data from Apple's sheet.
public struct AppleSignInRequest: WireBody {
    /// The maximum length of an authorization code in bytes; Apple's codes have about seventy.
    public static let maxCodeLength = 512

    /// The ID token, its nonce, and the role in apps with roles.
    public let credential: SignInRequest
    /// The sheet's authorization code, which can be used once, within five minutes. The server exchanges the code for a
    /// refresh token, with which it revokes the consent when the account is deleted.
    public let authorizationCode: Secret?
    /// The name, which Apple sends only at the first consent. It is stored if the user has no name yet.
    public let name: PersonName?

    /// Creates a request. Without the authorization code, the server cannot revoke the consent when the account is
    /// deleted.
    public init(credential: SignInRequest, authorizationCode: Secret? = nil, name: PersonName? = nil) {
        self.credential = credential
        self.authorizationCode = authorizationCode
        self.name = name
    }

    /// Parses the request; throws if the token or the nonce is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        credential = try SignInRequest(json: json)
        authorizationCode = try json.appleCode()
        let (given, family) = (try json.optionalString("givenName"), try json.optionalString("familyName"))
        name = given == nil && family == nil ? nil : PersonName(givenName: given, familyName: family)
    }

    /// The request as a JSON object, with all members at the same level.
    public var json: JSONObject {
        var json = credential.json
        json.set("authorizationCode", authorizationCode?.exposed)
        json.set("givenName", name?.givenName)
        json.set("familyName", name?.familyName)
        return json
    }
}

extension JSONObject {
    /// Returns the code of Apple's sheet, or nil if there is none; throws if the code is empty or too long.
    func appleCode() throws(BodyError) -> Secret? {
        let name = "authorizationCode"
        guard let code = try optionalString(name) else { return nil }
        guard (1...AppleSignInRequest.maxCodeLength).contains(code.utf8.count) else {
            throw BodyError(name, .invalid)
        }
        return Secret(code)
    }
}
