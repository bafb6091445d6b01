/// An account's id: 26 lower-case letters and digits, 128 random bits; where people are kept under pseudonyms, the
/// provider's name and hexadecimal digits, 36 characters in all. The first 12 bits say where its rows are one day: see
/// ``AccountBuckets``.
package struct AccountID: Sendable, Hashable, CustomStringConvertible {
    /// The id.
    package let description: String

    /// The length of an id under a pseudonym, for apps that keep it in columns of that width.
    static let greatestLength = 36

    /// Takes an id as it is stored or was presented.
    package init(_ description: String) {
        self.description = description
    }

    /// Returns true if an account may have this id: 1 to 128 visible ASCII characters, without those that an address or
    /// a log would have to quote. The server's own are of letters, digits and `_`; people who came from elsewhere keep
    /// theirs.
    package static func canBe(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !Array(##""#%/<>?\"##.utf8).contains($0) }
    }
}
