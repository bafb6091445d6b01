public import SesameCore

/// The response to a deletion after which the user has something left to do.
public struct DeletionResponse: WireBody {
    /// The providers at which only the user can revoke their consent, in the settings of their account or device there.
    public let manualRevocation: [String]

    /// Creates a body with these members.
    public init(manualRevocation: [String]) {
        self.manualRevocation = manualRevocation
    }

    /// Parses the body; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        self.init(manualRevocation: try json.strings("manualRevocation"))
    }

    /// The body as a JSON object.
    public var json: JSONObject {
        ["manualRevocation": .array(manualRevocation.map { .string($0) })]
    }
}
