import Foundation
import SesameCore
package import SesameWire

/// A profile in the form that a ``UserCache`` stores.
struct KeptProfile: Codable, Sendable {
    private enum CodingKeys: CodingKey {
        case uid, body
    }

    let profile: Profile

    init(_ profile: Profile) {
        self.profile = profile
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let uid = try container.decode(String.self, forKey: .uid)
        let json = try JSONValue(
            parsing: Array(container.decode(String.self, forKey: .body).utf8), limits: .storedProfile)
        guard let object = json.object else {
            throw DecodingError.dataCorruptedError(forKey: .body, in: container, debugDescription: "not a JSON object")
        }
        profile = Profile(try ProfileBody(json: object), of: uid)
    }

    /// Writes the profile, with times to the second, as the server reports them.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(profile.uid, forKey: .uid)
        try container.encode(String(decoding: profile.body.json.serialized(), as: UTF8.self), forKey: .body)
    }
}

extension Profile {
    /// The profile in the form in which a Sesame server sends it.
    package var body: ProfileBody {
        ProfileBody(
            version: version, fields: fields, onboarding: onboarding, missing: missing,
            creationTime: Int(createdAt.timeIntervalSince1970), lastSignInTime: Int(lastSignInAt.timeIntervalSince1970),
            updateTime: Int(updatedAt.timeIntervalSince1970), claims: claims.map { ProviderClaimsBody($0) })
    }
}

extension JSONLimits {
    /// The limits for reading a stored profile, equal to those for a Sesame server's response.
    static let storedProfile = JSONLimits(bytes: 262_144, depth: 24, members: 1_024)
}
