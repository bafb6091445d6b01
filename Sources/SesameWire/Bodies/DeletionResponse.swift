public import SesameCore

/// The response to an account deletion that leaves a step to the user. If none is left, the response has no body.
public struct DeletionResponse: WireBody {
    /// The providers at which only the user can revoke their consent, in the settings of their device or of their
    /// account at the provider.
    public let manualRevocation: [String]

    /// Creates a response; pass at least one provider.
    public init(manualRevocation: [String]) {
        self.manualRevocation = manualRevocation
    }

    /// Parses the response; throws if the list of providers is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        self.init(manualRevocation: try json.strings("manualRevocation"))
    }

    /// The response as a JSON object with the list of providers.
    public var json: JSONObject {
        ["manualRevocation": .array(manualRevocation.map { .string($0) })]
    }
}
