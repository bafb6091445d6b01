import Foundation
import SesameCore
package import SesameWire

extension Profile: Codable {
    private enum CodingKeys: CodingKey {
        case uid, body
    }

    /// Reads a profile that was kept, for example in a ``UserCache``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let uid = try container.decode(String.self, forKey: .uid)
        let json = try JSONValue(
            parsing: Array(container.decode(String.self, forKey: .body).utf8), limits: .storedProfile)
        guard let object = json.object else {
            throw DecodingError.dataCorruptedError(forKey: .body, in: container, debugDescription: "no JSON object")
        }
        self.init(try ProfileBody(json: object), of: uid)
    }

    /// Writes the profile; times to the second, as the server tells them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(uid, forKey: .uid)
        try container.encode(String(decoding: body.json.serialized(), as: UTF8.self), forKey: .body)
    }

    /// The profile as a server sends it.
    package var body: ProfileBody {
        ProfileBody(
            version: version, fields: fields, onboarding: onboarding, missing: missing,
            creationTime: Int(createdAt.timeIntervalSince1970), lastSignInTime: Int(lastSignInAt.timeIntervalSince1970),
            updateTime: Int(updatedAt.timeIntervalSince1970), claims: claims.map { ProviderClaimsBody($0) })
    }
}

extension JSONLimits {
    /// More than a server takes for a profile: what is stored here has been one.
    static let storedProfile = JSONLimits(bytes: 262_144, depth: 24, members: 1_024)
}
