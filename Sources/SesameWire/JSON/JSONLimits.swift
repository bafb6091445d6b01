/// The limits of a JSON document; the parser rejects a document that exceeds one of them.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum number of bytes of a document.
    public var bytes: Int
    /// The maximum nesting depth of arrays and objects; never more than 256, whatever is set here.
    public var depth: Int
    /// The maximum number of members of one object.
    public var members: Int

    /// The upper limit of the depth, because the parser recurses on the thread's own stack.
    static let deepest = 256

    /// The default limits: 64 KiB, 16 levels, 1,024 members per object; ample for a request body or a token.
    public static let `default` = JSONLimits(bytes: 65_536, depth: 16, members: 1_024)

    /// Creates limits; omitted ones have their default.
    public init(bytes: Int = 65_536, depth: Int = 16, members: Int = 1_024) {
        self.bytes = bytes
        self.depth = depth
        self.members = members
    }
}
