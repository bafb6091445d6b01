import SesameCore

/// A Google client id: the project number, in most cases a name in the project, and Google's domain.
struct GoogleClientID {
    let text: String

    private static let suffix = ".apps.googleusercontent.com"
    private static let reversedPrefix = "com.googleusercontent.apps."

    /// Reads a client id such as `1234-abcd.apps.googleusercontent.com`; nil if the text has another form.
    init?(_ text: String) {
        guard text.hasSuffix(Self.suffix), Self.isName(text.dropLast(Self.suffix.count)) else { return nil }
        self.text = text
    }

    /// The reversed client id: the URL scheme with which Google redirects to an app on Apple platforms.
    var scheme: String { Self.reversedPrefix + text.dropLast(Self.suffix.count) }

    /// Returns the client id that a misspelled text probably means: reversed, with its two parts swapped, or without
    /// the domain; nil if there is none.
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

    /// Returns the name with the parts before and after its last dash swapped, `123-abc` for `abc-123`; nil if it has
    /// no dash.
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
