/// An id that an app derived from Apple's user id before it had a server: `apple_` and the first 30 hexadecimal digits
/// of the SHA-256 of Apple's user id.
///
/// Anyone who knows or guesses the Apple user id can compute the legacy id, so it gives no access: at a sign-in, the
/// server derives the legacy id from the provider's verified token. Only a keyed hash of the legacy id is stored; see
/// ``PseudonymGenerator``.
package struct LegacyID: Sendable, Equatable {
    private static let prefix = "apple_"
    private static let length = 30

    let digits: String

    /// Parses a legacy id; returns nil if the text has another form.
    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard digits.count == Self.length, digits.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        self.digits = String(decoding: digits, as: UTF8.self)
    }

    /// Derives the legacy id from Apple's user id; returns nil for other providers.
    init?(of subject: String, at provider: Provider) {
        guard provider == .apple else { return nil }
        digits = String(Hexadecimal.encode(digest(subject.utf8)).prefix(Self.length))
    }
}
