public import SesameCore

/// The body sent with `precondition_failed`: the version that the change was based on, and the current profile, so that
/// a client can apply its change to the latter.
public struct StaleProfileBody: WireBody, Equatable {
    /// The version that the change was based on; nil if the request named no version.
    public let presentedVersion: Int?
    /// The current profile.
    public let profile: ProfileBody

    /// Creates a body with these members.
    public init(presentedVersion: Int?, profile: ProfileBody) {
        self.presentedVersion = presentedVersion
        self.profile = profile
    }

    /// Parses the body; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        presentedVersion = try json.optionalInteger("presentedVersion")
        profile = try ProfileBody(json: json.object("profile"))
    }

    /// The body as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = [:]
        if let presentedVersion { json["presentedVersion"] = .integer(presentedVersion) }
        json["profile"] = .object(profile.json)
        return json
    }
}
