import SesameCore

/// An app's rules for passwords. There are none for their composition, and none expires (NIST SP 800-63B-4).
package struct PasswordPolicy: Sendable, Equatable {
    /// The greatest number of bytes: more than anybody types, and no burden to hash.
    package static let greatestSize = 1_024
    /// The least ``minimum``, which old contracts know.
    package static let leastMinimum = 6

    /// The least number of characters, each code point counted as one.
    package let minimum: Int
    /// True if a mailed link signs in to an app, and makes accounts there.
    package let allowsLinks: Bool
    /// True if a code sent to a phone signs in.
    package let allowsPhones: Bool
    /// True if a password may be one that everybody would guess: against an emulator tests have no other.
    let allowsCommon: Bool

    /// Makes a policy.
    package init(minimum: Int = 8, allowsLinks: Bool = true, allowsPhones: Bool = false) {
        self.init(minimum: minimum, allowsLinks: allowsLinks, allowsPhones: allowsPhones, allowsCommon: false)
    }

    init(minimum: Int, allowsLinks: Bool, allowsPhones: Bool, allowsCommon: Bool) {
        self.minimum = minimum
        self.allowsLinks = allowsLinks
        self.allowsPhones = allowsPhones
        self.allowsCommon = allowsCommon
    }

    /// Returns the error if the size is not allowed. Nothing is cut off: what is too long is rejected.
    static func refusal(ofSize password: Secret) -> Refusal? {
        switch password.exposed.utf8.count {
        case 0: Refusal(.invalidRequest, "a password is not empty", field: "password")
        case ...greatestSize: nil
        default: Refusal(.invalidRequest, "a password has at most \(greatestSize) bytes", field: "password")
        }
    }
}
