/// A phone number in ITU-T E.164 form: `+`, then 7 to 15 digits, of which the first is not zero.
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Creates a number; nil if the text is not in E.164 form. Spaces, hyphens, periods and parentheses are dropped.
    package init?(_ text: String) {
        let digits = text.utf8.filter { !Array(" -().".utf8).contains($0) }
        guard digits.first == UInt8(ascii: "+"), (8...16).contains(digits.count), digits[1] != UInt8(ascii: "0"),
            digits.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        description = String(decoding: digits, as: UTF8.self)
    }

    /// The number, masked except for its last two digits.
    package var masked: String {
        "+" + String(repeating: "*", count: description.utf8.count - 3) + description.suffix(2)
    }
}
