package import Foundation

/// A second factor, which an account requires in addition to a sign-in method.
package struct SecondFactor: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable, Codable {
        /// An authenticator app: a time-based code (RFC 6238).
        case totp
        /// A phone that receives a code by text.
        case phone
    }

    /// The data with which the server verifies a second factor.
    package enum Credential: Sendable, Equatable {
        /// The encrypted secret shared with the authenticator app, and the last time step whose code was used.
        case totp(sealed: [UInt8], lastStep: Int64)
        /// The phone number that receives codes.
        case phone(PhoneNumber)
    }

    /// The maximum number of second factors of an account.
    package static let maxPerAccount = 5
    /// The maximum size of the name, in bytes.
    package static let maxNameBytes = 128

    /// The factor's id, unique within the account.
    package let id: String
    package let app: AppID
    package let account: AccountID
    /// The user's name for the factor; nil if the user gave none.
    package let displayName: String?
    package let enrolledAt: Date
    package var credential: Credential

    package init(
        id: String, app: AppID, account: AccountID, displayName: String?, enrolledAt: Date, credential: Credential
    ) {
        self.id = id
        self.app = app
        self.account = account
        self.displayName = displayName
        self.enrolledAt = enrolledAt
        self.credential = credential
    }

    package var kind: Kind {
        switch credential {
        case .totp: .totp
        case .phone: .phone
        }
    }

    /// The phone number of a phone factor; nil for other kinds.
    package var number: PhoneNumber? {
        if case .phone(let number) = credential { number } else { nil }
    }

    /// A phone factor's number, masked except for its last two digits, for a user who has passed only the first factor;
    /// nil for other kinds of factors.
    package var maskedNumber: String? { number?.masked }
}
