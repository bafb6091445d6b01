import SesameCore

/// A secret that is encoded in plain text, for values that are encrypted as a whole.
struct CodableSecret: Codable, Equatable, Sendable {
    let secret: Secret

    init(_ secret: Secret) {
        self.secret = secret
    }

    init(from decoder: any Decoder) throws {
        secret = Secret(try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secret.exposed)
    }
}
