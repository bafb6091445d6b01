/// A phpass hash in its textual form: `$P$` or `$H$`, a letter for the rounds, eight letters of salt, the hash.
package struct Phpass: Sendable {
    private static let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// The text before the hash: the kind, the rounds and the salt.
    package let setting: [UInt8]
    package var salt: [UInt8] { Array(setting[4...]) }
    /// The base-2 logarithm of the number of MD5 iterations.
    package let cost: Int

    /// Parses a hash; returns nil if the text is not a phpass hash.
    package init?(_ text: [UInt8]) {
        guard text.count == 34, text.starts(with: "$P$".utf8) || text.starts(with: "$H$".utf8),
            text[3...].allSatisfy(Self.letters.contains), let cost = Self.letters.firstIndex(of: text[3])
        else { return nil }
        setting = Array(text[..<12])
        self.cost = cost
    }

    /// True for a cost from 7 to 18: a lower cost is too cheap to guess, a higher one too expensive to check. WordPress
    /// and Appwrite use a cost of 13.
    var isSound: Bool { (7...18).contains(cost) }

    /// Returns the complete text of a hash: ``setting``, then the given bytes. Each letter encodes six bits, the least
    /// significant first.
    package func text(ofHash hash: [UInt8]) -> [UInt8] {
        var text = setting
        for start in stride(from: 0, to: hash.count, by: 3) {
            let bytes = hash[start..<min(start + 3, hash.count)]
            let value = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            text += (0...bytes.count).map { Self.letters[value >> (6 * $0) & 63] }
        }
        return text
    }
}
