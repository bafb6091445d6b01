import SesameCore

/// An app's rules for passwords. They require no mix of character types and no expiry, as NIST SP 800-63B-4 recommends.
package struct PasswordPolicy: Sendable, Equatable {
    /// The maximum size of a password in bytes: longer than any typed password, and cheap to hash.
    package static let maxBytes = 1_024
    /// The smallest allowed ``minLength``, in characters: Firebase's minimum.
    package static let lowestMinLength = 6

    /// The minimum number of characters; each code point counts as one.
    package let minLength: Int
    /// True if a sign-in by an emailed link or code creates accounts, in apps with implicit sign-up and without roles.
    /// Users with an account can sign in by email in any case.
    package let allowsLinks: Bool
    /// True if a code sent to a phone signs in to the app.
    package let allowsPhones: Bool
    /// True if common passwords are allowed, for emulators: the tests of their clients use such passwords.
    let allowsCommon: Bool

    package init(minLength: Int = 8, allowsLinks: Bool = true, allowsPhones: Bool = false) {
        self.init(minLength: minLength, allowsLinks: allowsLinks, allowsPhones: allowsPhones, allowsCommon: false)
    }

    init(minLength: Int, allowsLinks: Bool, allowsPhones: Bool, allowsCommon: Bool) {
        self.minLength = minLength
        self.allowsLinks = allowsLinks
        self.allowsPhones = allowsPhones
        self.allowsCommon = allowsCommon
    }

    /// Returns the error if the password is empty or too long; otherwise nil. A password that is too long is rejected,
    /// not truncated.
    static func refusal(ofSize password: Secret) -> AccountError? {
        switch password.exposed.utf8.count {
        case 0: AccountError(.invalidRequest, "the password must not be empty", field: "password")
        case ...maxBytes: nil
        default: AccountError(.invalidRequest, "the password must be at most \(maxBytes) bytes", field: "password")
        }
    }
}
