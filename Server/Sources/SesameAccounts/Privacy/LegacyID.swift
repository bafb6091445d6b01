/// An id that an app had made of Apple's own id of a person before it had a server: `apple_` and the first 30
/// hexadecimal digits of its SHA-256.
///
/// Anybody who knows, or guesses, the person's id at Apple can make it. So it opens nothing: it is only looked for once
/// the provider's token has been verified, a single time, and it is not kept as it is, see ``Pseudonyms``.
package struct LegacyID: Sendable, Equatable {
    private static let prefix = "apple_"
    private static let length = 30

    let digits: String

    /// Reads an id as the app has it; nil for what is none.
    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard digits.count == Self.length, digits.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        self.digits = String(decoding: digits, as: UTF8.self)
    }

    /// Derives the id that such an app made of Apple's; nil for other providers.
    init?(of subject: String, at provider: Provider) {
        guard provider == .apple else { return nil }
        digits = String(Hexadecimal.encode(digest(subject.utf8)).prefix(Self.length))
    }
}
