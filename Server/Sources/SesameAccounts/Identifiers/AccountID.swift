/// An account's id. The server creates 26 lowercase letters and digits (128 random bits) or, in pseudonymous apps, the
/// provider's name, `_` and hexadecimal digits, 36 characters in all. The random bits and the hexadecimal digits begin
/// with the account's bucket, 12 bits: see ``AccountBuckets``. A back end may choose other ids: see ``isValid(_:)``.
package struct AccountID: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// The length of a pseudonymous id in characters, for apps that store it in columns of that width.
    static let maxLength = 36

    /// Creates an id from a stored or presented text, which is not validated.
    package init(_ description: String) {
        self.description = description
    }

    /// Returns true if the text can be an account's id: 1 to 128 visible ASCII characters, without those that a URL or
    /// a log must escape. The server's own ids consist of letters, digits and `_`; imported users keep their ids.
    package static func isValid(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !Array(##""#%/<>?\"##.utf8).contains($0) }
    }
}
