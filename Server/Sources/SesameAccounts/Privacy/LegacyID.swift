/// An id that an app derived from Apple's user id before it had a server: `apple_` and the first 30 hexadecimal digits
/// of its SHA-256.
///
/// Anyone who knows or guesses the Apple user id can compute it, so it gives no access. The server looks it up only
/// once, after the provider's token has been verified, and does not store it as it is; see ``PseudonymGenerator``.
package struct LegacyID: Sendable, Equatable {
    private static let prefix = "apple_"
    private static let length = 30

    let digits: String

    /// Creates an id from the app's form; returns nil for an invalid text.
    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard digits.count == Self.length, digits.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        self.digits = String(decoding: digits, as: UTF8.self)
    }

    /// Derives the id that such an app computed from Apple's; returns nil for other providers.
    init?(of subject: String, at provider: Provider) {
        guard provider == .apple else { return nil }
        digits = String(Hexadecimal.encode(digest(subject.utf8)).prefix(Self.length))
    }
}
