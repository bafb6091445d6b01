/// An app's name: 1 to 64 ASCII letters, digits, `-` and `_`.
package struct AppID: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Creates a name; nil if it has other characters, or none, or more than 64.
    package init?(_ name: String) {
        let allowed = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard allowed, (1...64).contains(name.utf8.count) else { return nil }
        description = name
    }

    /// Creates a name from a string that is known to be valid, without checking it.
    init(known name: String) {
        description = name
    }
}
