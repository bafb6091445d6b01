public import Foundation

/// What a person shows beside their first way to sign in, so that whoever has that alone does not get in.
public struct SecondFactor: Sendable, Equatable {
    /// What kind it is.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        /// An authenticator app: a code of the time (RFC 6238).
        case totp
        /// A phone that gets a code as a text.
        case phone
    }

    /// What it takes to check it.
    public enum Means: Sendable, Equatable {
        /// The secret that the authenticator app shares with us, sealed, and the last time step whose code was used.
        case totp(sealed: [UInt8], lastStep: Int64)
        /// The number that codes go to.
        case phone(PhoneNumber)
    }

    /// How many an account may have.
    public static let most = 5
    /// The greatest number of bytes of the name.
    public static let greatestName = 128

    /// Tells it from the account's others.
    public let id: String
    /// The app of the account.
    public let app: AppID
    /// Whose it is.
    public let account: AccountID
    /// What its person calls it.
    public let displayName: String?
    /// When it was added.
    public let enrolledAt: Date
    /// What it takes to check it.
    public var means: Means

    /// Makes a factor.
    public init(
        id: String, app: AppID, account: AccountID, displayName: String?, enrolledAt: Date, means: Means
    ) {
        self.id = id
        self.app = app
        self.account = account
        self.displayName = displayName
        self.enrolledAt = enrolledAt
        self.means = means
    }

    /// What kind it is.
    public var kind: Kind {
        switch means {
        case .totp: .totp
        case .phone: .phone
        }
    }

    /// The number of a phone.
    public var number: PhoneNumber? {
        if case .phone(let number) = means { number } else { nil }
    }

    /// The number as somebody may see it who has shown the first factor only: its last two digits.
    public var maskedNumber: String? { number?.masked }
}
