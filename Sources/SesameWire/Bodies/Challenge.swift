public import SesameCore

/// Answer of `POST /v1/challenges`: a nonce for the next sign-in.
public struct ChallengeAnswer: WireBody {
    /// The nonce. Apple's sheet is given its lower-case hex SHA-256, Google the nonce itself.
    public let nonce: Secret
    /// Seconds until the nonce can no longer be used.
    public let expiresIn: Int

    /// Makes the answer.
    public init(nonce: Secret, expiresIn: Int) {
        self.nonce = nonce
        self.expiresIn = expiresIn
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        nonce = try json.secret("nonce")
        expiresIn = try json.integer("expiresIn")
    }

    /// The answer as it is sent.
    public var json: JSONObject {
        ["nonce": .string(nonce.exposed), "expiresIn": .number(JSONNumber(expiresIn))]
    }
}
