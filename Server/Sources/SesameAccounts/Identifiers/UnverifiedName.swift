/// A name that the client sends beside the token, as Apple's clients do at the first consent.
package struct UnverifiedName: Sendable, Equatable, Codable {
    package let given: String?
    package let family: String?

    /// Creates a name from the parts that have 1 to 200 bytes, and no control or format characters; nil if no part is
    /// left.
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
