public import SesameCore

/// The answer to a deletion that leaves something to its person.
public struct DeletionAnswer: WireBody {
    /// Providers at which only the person can take back what they consented to, in the settings of their account or
    /// device there.
    public let manualRevocation: [String]

    /// Makes the body.
    public init(manualRevocation: [String]) {
        self.manualRevocation = manualRevocation
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        self.init(manualRevocation: try json.strings("manualRevocation"))
    }

    /// The body as it is sent.
    public var json: JSONObject {
        ["manualRevocation": .array(manualRevocation.map { .string($0) })]
    }
}
