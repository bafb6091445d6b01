import SesameCore

/// A client id of Google's: the project's number, a name in that project, and Google's domain.
struct GoogleClientID {
    /// The id.
    let text: String

    private static let suffix = ".apps.googleusercontent.com"
    private static let reversedPrefix = "com.googleusercontent.apps."

    /// Takes an id; nil for what has another form.
    init?(_ text: String) {
        guard text.hasSuffix(Self.suffix), Self.isName(text.dropLast(Self.suffix.count)) else { return nil }
        self.text = text
    }

    /// The scheme of addresses that lead back to an app for Apple's systems.
    var scheme: String { Self.reversedPrefix + text.dropLast(Self.suffix.count) }

    /// The id that somebody has written in another way: reversed, with its two parts exchanged, or without the domain.
    static func meant(by text: String) -> GoogleClientID? {
        let name =
            if text.hasPrefix(reversedPrefix) {
                text.dropFirst(reversedPrefix.count)
            } else if text.hasSuffix(suffix) {
                text.dropLast(suffix.count)
            } else {
                text[...]
            }
        return GoogleClientID("\(name)\(suffix)") ?? exchanged(name).flatMap { GoogleClientID("\($0)\(suffix)") }
    }

    /// `abc-123` for `123-abc`.
    private static func exchanged(_ name: Substring) -> String? {
        guard let dash = name.lastIndex(of: "-") else { return nil }
        return "\(name[name.index(after: dash)...])-\(name[..<dash])"
    }

    private static func isName(_ name: Substring) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        let isNumber = !parts[0].isEmpty && parts[0].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, parts.count == 2 else { return isNumber }
        return !parts[1].isEmpty
            && parts[1].allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}
