public import Foundation

/// The second step of a sign-in, with ``AuthError/Code/secondFactorRequired``: the first proof was right, and one of these
/// factors is to be shown.
public struct SecondFactorChallenge: Sendable, Equatable, Redacted {
    /// Stands for the sign-in that waits; good until it ends, however often a wrong code is typed.
    public var ticket: Secret
    /// The time until the ticket expires.
    public var expiresIn: Duration
    /// The factors of which one is to be shown.
    public var factors: [SecondFactorInfo]
    /// True if a recovery code may stand in for them.
    public var hasRecoveryCodes: Bool
    /// True if the ticket goes on with a proof of who is signed in, whose first half was right, and with no sign-in.
    package var isForConfirmation = false

    /// The field that an error names where the code was wrong.
    package static let codeField = "code"

    /// Makes the value.
    public init(ticket: Secret, expiresIn: Duration, factors: [SecondFactorInfo], hasRecoveryCodes: Bool) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.factors = factors
        self.hasRecoveryCodes = hasRecoveryCodes
    }
}

/// A kind of second factor: an open set, so that a newer server breaks no client.
public struct SecondFactorKind: Sendable, Hashable, RawRepresentable {
    /// The server's name for it.
    public let rawValue: String

    /// Takes a kind as it was received, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An authenticator app (RFC 6238).
    public static let authenticator = Self(rawValue: "totp")
    /// A phone that gets a text.
    public static let phone = Self(rawValue: "phone")
}

/// One of an account's second factors.
public struct SecondFactorInfo: Sendable, Equatable, Redacted {
    /// The id that tells it from the account's others.
    public var id: String
    /// The kind.
    public var kind: SecondFactorKind
    /// The user's name for it.
    public var displayName: String?
    /// A phone's number; before it was shown all but its last two digits are hidden.
    public var phone: String?
    /// The time at which it was added; nil before it was shown.
    public var addedAt: Date?

    /// Makes the value.
    public init(
        id: String, kind: SecondFactorKind, displayName: String? = nil, phone: String? = nil, addedAt: Date? = nil
    ) {
        self.id = id
        self.kind = kind
        self.displayName = displayName
        self.phone = phone
        self.addedAt = addedAt
    }
}

/// The second factors of whoever is signed in, and what they may add.
public struct SecondFactorStatus: Sendable, Equatable, Redacted {
    /// The factors, oldest first.
    public var factors: [SecondFactorInfo]
    /// The kinds that the app lets people add.
    public var offered: [SecondFactorKind]
    /// The number of unused recovery codes.
    public var recoveryCodesLeft: Int
    /// True if a factor alone proves who is signed in; false if what they sign in with comes first.
    package var confirmAlone = true
    /// False at a back end that makes no recovery codes.
    package var offersRecoveryCodes = true

    /// Makes the value.
    public init(factors: [SecondFactorInfo], offered: [SecondFactorKind], recoveryCodesLeft: Int) {
        self.factors = factors
        self.offered = offered
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

/// A second factor that was begun, and is added by its first code.
public struct SecondFactorSetup: Sendable, Equatable, Redacted {
    /// The time for the first code.
    public var expiresIn: Duration
    /// An authenticator app's secret in Base32, for a person to type; nil for a phone.
    public var secret: Secret?
    /// The `otpauth` address with that secret, to be opened, or shown as a QR code; nil for a phone.
    public var address: Secret?
    /// The text that goes along with the first code, to a back end that keeps nothing of what was begun.
    package var continuation: Secret?

    /// Makes the value.
    public init(expiresIn: Duration, secret: Secret? = nil, address: Secret? = nil) {
        self.expiresIn = expiresIn
        self.secret = secret
        self.address = address
    }
}
