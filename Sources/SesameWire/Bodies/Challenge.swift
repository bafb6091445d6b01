public import SesameCore

/// The response of `POST /v1/challenges`: a nonce for a sign-in, a link or a confirmation.
public struct ChallengeResponse: WireBody {
    /// The nonce. Pass its lowercase hex SHA-256 to Apple's sheet, and the nonce itself to Google.
    public let nonce: Secret
    /// The seconds until the nonce expires.
    public let expiresIn: Int

    /// Creates a response for a new nonce; `expiresIn` is in seconds.
    public init(nonce: Secret, expiresIn: Int) {
        self.nonce = nonce
        self.expiresIn = expiresIn
    }

    /// Parses the response; throws if the nonce or its lifetime is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        nonce = try json.secret("nonce")
        expiresIn = try json.integer("expiresIn")
    }

    /// The response as a JSON object, with the nonce in plain text.
    public var json: JSONObject {
        ["nonce": .string(nonce.exposed), "expiresIn": .number(JSONNumber(expiresIn))]
    }
}
