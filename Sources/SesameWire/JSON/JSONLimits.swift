/// The limits of a document.
public struct JSONLimits: Sendable, Hashable {
    /// The greatest number of bytes of a document.
    public var bytes: Int
    /// The greatest number of arrays and objects inside one another; 256 at most, whatever is set here.
    public var depth: Int
    /// The greatest number of members of one object.
    public var members: Int

    /// The greatest depth that can be set: the parser descends on the thread's own stack.
    static let deepest = 256

    /// 64 KiB, 16 levels, 1,024 members an object: what a request body or a token needs, with room.
    public static let `default` = JSONLimits(bytes: 65_536, depth: 16, members: 1_024)

    /// Limits; those not given are the default ones.
    public init(bytes: Int = 65_536, depth: Int = 16, members: Int = 1_024) {
        self.bytes = bytes
        self.depth = depth
        self.members = members
    }
}
