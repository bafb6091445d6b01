package import Foundation

/// A second factor, required beside the first sign-in method.
package struct SecondFactor: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable, Codable {
        /// An authenticator app: a code of the time (RFC 6238).
        case totp
        /// A phone that gets a code as a text.
        case phone
    }

    /// The data that check it.
    package enum Means: Sendable, Equatable {
        /// The secret that the authenticator app shares with us, sealed, and the last time step whose code was used.
        case totp(sealed: [UInt8], lastStep: Int64)
        /// The number that codes go to.
        case phone(PhoneNumber)
    }

    /// The most that an account may have.
    package static let most = 5
    /// The greatest number of bytes of the name.
    package static let greatestName = 128

    /// Tells it from the account's others.
    package let id: String
    /// The app of the account.
    package let app: AppID
    /// The account of the factor.
    package let account: AccountID
    /// The user's name for it.
    package let displayName: String?
    /// The time at which it was added.
    package let enrolledAt: Date
    /// The data that check it.
    package var means: Means

    /// Makes a factor.
    package init(
        id: String, app: AppID, account: AccountID, displayName: String?, enrolledAt: Date, means: Means
    ) {
        self.id = id
        self.app = app
        self.account = account
        self.displayName = displayName
        self.enrolledAt = enrolledAt
        self.means = means
    }

    package var kind: Kind {
        switch means {
        case .totp: .totp
        case .phone: .phone
        }
    }

    /// The number of a phone.
    package var number: PhoneNumber? {
        if case .phone(let number) = means { number } else { nil }
    }

    /// The number as somebody may see it who has shown the first factor only: its last two digits.
    package var maskedNumber: String? { number?.masked }
}
