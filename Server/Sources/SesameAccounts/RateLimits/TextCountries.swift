/// The allowed countries for texts, by the first digits of their numbers.
package enum TextCountries: Sendable, Equatable {
    /// All countries; meant for development.
    case all
    /// The countries whose numbers begin with one of the prefixes.
    case only([CallingPrefix])

    /// Returns true if a text may be sent to the number.
    func allows(_ number: String) -> Bool {
        switch self {
        case .all: true
        case .only(let prefixes): prefixes.contains { number.utf8.starts(with: $0.description.utf8) }
        }
    }
}

/// The first digits of phone numbers: `+` and a country calling code (ITU-T E.164), and optionally more digits for a
/// part of the country or of a shared code. `+1` is the United States, Canada and most of the Caribbean; `+1876` is
/// Jamaica.
package struct CallingPrefix: Sendable, Hashable, CustomStringConvertible {
    /// The prefix, including the `+`.
    package let description: String

    /// Creates a prefix; returns nil if the text is not `+` and 1 to 15 digits, or does not begin with a complete
    /// country code.
    package init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "+"), text.utf8.count <= 16,
            CountryCode.prefix(of: text.utf8.dropFirst()) != nil
        else { return nil }
        description = text
    }

    /// Returns true if every number with the other prefix also begins with this prefix.
    package func contains(_ other: CallingPrefix) -> Bool { other.description.utf8.starts(with: description.utf8) }
}

/// The country calling codes of ITU-T E.164.
///
/// Source: "List of ITU-T Recommendation E.164 assigned country codes", annex to ITU Operational Bulletin 1114. No code
/// is a prefix of another code. Zones 1 and 7 have one digit; the codes listed here have two; all other codes, assigned
/// or spare, have three.
private enum CountryCode {
    private static let ofTwoDigits: Set<String> = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49",
        "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66",
        "81", "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
    ]

    /// Returns the country code at the beginning of the digits; nil if they are not digits, too few, or begin with a
    /// zero.
    static func prefix(of digits: some Collection<UInt8>) -> String? {
        guard let first = digits.first, first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        if [UInt8(ascii: "1"), UInt8(ascii: "7")].contains(first) { return String(decoding: [first], as: UTF8.self) }
        let two = String(decoding: digits.prefix(2), as: UTF8.self)
        if ofTwoDigits.contains(two) { return two }
        return digits.count < 3 ? nil : String(decoding: digits.prefix(3), as: UTF8.self)
    }
}

extension PhoneNumber {
    /// The number's country calling code, without the `+`: 1 to 3 digits.
    var countryCode: String { CountryCode.prefix(of: description.utf8.dropFirst()) ?? "" }
}
