/// The text of a phpass hash: `$P$`, a letter for the rounds, eight letters of salt, the hash.
package struct Phpass: Sendable {
    private static let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// The text before the hash: the kind, the rounds and the salt.
    package let setting: [UInt8]
    package var salt: [UInt8] { Array(setting[4...]) }
    /// The number of MD5 iterations, as a power of two.
    package let cost: Int

    /// Reads a text; returns nil if it is not a phpass hash.
    package init?(_ text: [UInt8]) {
        guard text.count == 34, text.starts(with: "$P$".utf8) || text.starts(with: "$H$".utf8),
            text[3...].allSatisfy(Self.letters.contains), let cost = Self.letters.firstIndex(of: text[3])
        else { return nil }
        setting = Array(text[..<12])
        self.cost = cost
    }

    /// True if the hash is neither too expensive to check nor too cheap to guess. WordPress and Appwrite use 13.
    var isSound: Bool { (7...18).contains(cost) }

    /// Returns the complete text of a hash with this setting: six bits a letter, the least significant first.
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
