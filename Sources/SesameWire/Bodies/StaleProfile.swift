public import SesameCore

/// The body beside `precondition_failed`: both versions, so that a client can put its change on top of the other one.
public struct StaleProfileBody: WireBody, Equatable {
    /// The version that the change was made for, if the request named one.
    public let presentedVersion: Int?
    /// The profile as it is now.
    public let profile: ProfileBody

    /// Makes the body.
    public init(presentedVersion: Int?, profile: ProfileBody) {
        self.presentedVersion = presentedVersion
        self.profile = profile
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        presentedVersion = json["presentedVersion"] == nil ? nil : try json.integer("presentedVersion")
        profile = try ProfileBody(json: json.object("profile"))
    }

    /// The body as it is sent.
    public var json: JSONObject {
        var json: JSONObject = [:]
        if let presentedVersion { json["presentedVersion"] = .integer(presentedVersion) }
        json["profile"] = .object(profile.json)
        return json
    }
}
