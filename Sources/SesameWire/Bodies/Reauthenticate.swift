public import SesameCore

/// The body of `POST /v1/me/confirm`: a fresh credential of the signed-in user.
public struct ReauthenticateRequest: WireBody {
    /// The provider of the token, for example `google`.
    public let provider: String
    /// The ID token and its nonce. The role must be nil, because the server refuses `role` in this request.
    public let credential: SignInRequest
    /// The authorization code of Apple's sheet; see ``AppleSignInRequest/authorizationCode``.
    public let authorizationCode: Secret?

    /// Creates a request; only Apple's sheet returns an authorization code.
    public init(provider: String, credential: SignInRequest, authorizationCode: Secret? = nil) {
        self.provider = provider
        self.credential = credential
        self.authorizationCode = authorizationCode
    }

    /// Parses the request; throws if the provider, the token or the nonce is missing, or if the authorization code is
    /// empty or too long.
    public init(json: JSONObject) throws(BodyError) {
        provider = try json.string("provider")
        credential = try SignInRequest(json: json)
        authorizationCode = try json.appleCode()
    }

    /// The request as a JSON object, with the credential's members beside `provider`.
    public var json: JSONObject {
        var json = credential.json
        json["provider"] = .string(provider)
        json.set("authorizationCode", authorizationCode?.exposed)
        return json
    }
}
