import SesameCore

/// An app's rules for passwords, without rules for composition and without expiry (NIST SP 800-63B-4).
package struct PasswordPolicy: Sendable, Equatable {
    /// The maximum size in bytes: longer than any typed password, and cheap to hash.
    package static let greatestSize = 1_024
    /// The smallest allowed ``minimum``, in characters, for old contracts.
    package static let lowestMinLength = 6

    /// The minimum number of characters; each code point counts as one.
    package let minimum: Int
    /// True if an emailed link signs in to the app and creates accounts.
    package let allowsLinks: Bool
    /// True if a code sent to a phone signs in.
    package let allowsPhones: Bool
    /// True if common passwords are allowed: the tests of emulator clients use them.
    let allowsCommon: Bool

    package init(minimum: Int = 8, allowsLinks: Bool = true, allowsPhones: Bool = false) {
        self.init(minimum: minimum, allowsLinks: allowsLinks, allowsPhones: allowsPhones, allowsCommon: false)
    }

    init(minimum: Int, allowsLinks: Bool, allowsPhones: Bool, allowsCommon: Bool) {
        self.minimum = minimum
        self.allowsLinks = allowsLinks
        self.allowsPhones = allowsPhones
        self.allowsCommon = allowsCommon
    }

    /// Returns the error if the size is not allowed. A password that is too long is rejected, not truncated.
    static func refusal(ofSize password: Secret) -> AccountError? {
        switch password.exposed.utf8.count {
        case 0: AccountError(.invalidRequest, "the password must not be empty", field: "password")
        case ...greatestSize: nil
        default: AccountError(.invalidRequest, "the password must be at most \(greatestSize) bytes", field: "password")
        }
    }
}
