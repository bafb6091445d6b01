public import SesameCore

/// The body sent with `precondition_failed`: the version that the change was based on, and the current profile, to
/// which a client can apply the change again.
public struct StaleProfileBody: WireBody, Equatable {
    /// The version that the change was based on; nil if `If-Match` contained no version or several.
    public let presentedVersion: Int?
    /// The current profile, with the version for the next attempt.
    public let profile: ProfileBody

    /// Creates the body of a `precondition_failed` error.
    public init(presentedVersion: Int?, profile: ProfileBody) {
        self.presentedVersion = presentedVersion
        self.profile = profile
    }

    /// Parses the body; throws if `profile` is missing or invalid. The version is optional.
    public init(json: JSONObject) throws(BodyError) {
        presentedVersion = try json.optionalInteger("presentedVersion")
        profile = try ProfileBody(json: json.object("profile"))
    }

    /// The body as a JSON object; a nil version is left out.
    public var json: JSONObject {
        var json: JSONObject = [:]
        if let presentedVersion { json["presentedVersion"] = .integer(presentedVersion) }
        json["profile"] = .object(profile.json)
        return json
    }
}
