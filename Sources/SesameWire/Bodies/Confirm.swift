public import SesameCore

/// Body of `POST /v1/me/confirm`: a fresh credential of the person who is signed in.
public struct ConfirmRequest: WireBody {
    /// The provider of the token, for example `google`.
    public let provider: String
    /// The token and its nonce.
    public let credential: SignInRequest
    /// The authorization code of Apple's sheet; see ``AppleSignInRequest/authorizationCode``.
    public let authorizationCode: Secret?

    /// Makes the request.
    public init(provider: String, credential: SignInRequest, authorizationCode: Secret? = nil) {
        self.provider = provider
        self.credential = credential
        self.authorizationCode = authorizationCode
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        provider = try json.string("provider")
        credential = try SignInRequest(json: json)
        authorizationCode = try json.appleCode()
    }

    /// The request as it is sent: the credential's members beside the provider.
    public var json: JSONObject {
        var json = credential.json
        json["provider"] = .string(provider)
        json.set("authorizationCode", authorizationCode?.exposed)
        return json
    }
}
