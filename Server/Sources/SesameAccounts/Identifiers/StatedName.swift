/// A name that came beside a token and not in it, as Apple's does at the first consent.
package struct StatedName: Sendable, Equatable, Codable {
    /// The given name.
    package let given: String?
    /// The family name.
    package let family: String?

    /// Takes names of a sensible length without control characters; nil when nothing is left.
    package init?(given: String?, family: String?) {
        self.given = given.flatMap(Self.accepted)
        self.family = family.flatMap(Self.accepted)
        if self.given == nil, self.family == nil { return nil }
    }

    private static func accepted(_ name: String) -> String? {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .surrogate, .lineSeparator, .paragraphSeparator].contains(
                scalar.properties.generalCategory)
        }
        return isPlain && (1...200).contains(name.utf8.count) ? name : nil
    }
}
