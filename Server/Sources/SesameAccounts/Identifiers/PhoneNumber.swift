/// A phone number as ITU-T E.164 has it: `+`, then 7 to 15 digits, of which the first is no zero.
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number.
    package let description: String

    /// Takes a number; spaces, hyphens and brackets between the digits are left out. Nil for anything else.
    package init?(_ text: String) {
        let digits = text.utf8.filter { !Array(" -().".utf8).contains($0) }
        guard digits.first == UInt8(ascii: "+"), (8...16).contains(digits.count), digits[1] != UInt8(ascii: "0"),
            digits.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        description = String(decoding: digits, as: UTF8.self)
    }

    /// The number with all but its last two digits hidden.
    package var masked: String {
        "+" + String(repeating: "*", count: description.utf8.count - 3) + description.suffix(2)
    }
}
