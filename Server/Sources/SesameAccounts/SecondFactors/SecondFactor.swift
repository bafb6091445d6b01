public import Foundation
public import SesameCore

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

extension PhoneNumber {
    /// The number with all but its last two digits hidden.
    public var masked: String {
        "+" + String(repeating: "*", count: description.utf8.count - 3) + description.suffix(2)
    }
}

/// The second factor that somebody has shown.
public struct ShownFactor: Sendable, Equatable, Codable {
    /// What was shown.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        /// A code of an authenticator app.
        case totp
        /// A code that was sent to a phone.
        case phone
        /// One of the codes that were noted for the day on which there is neither.
        case recoveryCode = "recovery_code"

        init(_ kind: SecondFactor.Kind) {
            switch kind {
            case .totp: self = .totp
            case .phone: self = .phone
            }
        }
    }

    /// What was shown.
    public let kind: Kind
    /// Which factor it was; nil for a recovery code.
    public let id: String?

    /// Makes the note.
    public init(kind: Kind, id: String?) {
        self.kind = kind
        self.id = id
    }

    init(_ factor: SecondFactor) {
        self.init(kind: Kind(factor.kind), id: factor.id)
    }
}

/// A second factor as it is presented.
public enum PresentedFactor: Sendable {
    /// Digits of an authenticator app or of a text; the id names the factor, where a client knows which one it is.
    case code(Secret, factor: String? = nil)
    /// A recovery code, whatever the case of its letters, with or without the hyphen.
    case recoveryCode(Secret)
}

extension PresentedFactor {
    /// What somebody has typed where any of them would do: six digits are a code, anything else a recovery code.
    public init(typed text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        let isCode = digits.count == 6 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self = isCode ? .code(Secret(String(decoding: digits, as: UTF8.self))) : .recoveryCode(Secret(text))
    }
}
