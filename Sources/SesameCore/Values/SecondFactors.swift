public import Foundation

/// The second step of a sign-in, with ``AuthError/Code/secondFactorRequired``: the first credential was verified, and
/// one of ``factors`` is required.
public struct SecondFactorChallenge: Sendable, Equatable, Redacted {
    /// The ticket of the pending sign-in, valid for ``expiresIn``. Wrong codes do not use it up.
    public var ticket: Secret
    /// The time until the ticket expires.
    public var expiresIn: Duration
    /// The account's second factors, of which the user must verify one.
    public var factors: [SecondFactorInfo]
    /// True if a recovery code can replace a factor.
    public var hasRecoveryCodes: Bool
    /// True if the ticket continues a confirmation of the signed-in user, and not a sign-in.
    package var isForConfirmation = false

    /// The name of the field in an error about a wrong code.
    package static let codeField = "code"

    /// Creates a challenge for a sign-in, which a back end sets as ``AuthError/secondFactor``.
    public init(ticket: Secret, expiresIn: Duration, factors: [SecondFactorInfo], hasRecoveryCodes: Bool) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.factors = factors
        self.hasRecoveryCodes = hasRecoveryCodes
    }
}

/// A kind of second factor. The set is open, so that a newer server does not break older clients.
public struct SecondFactorKind: Sendable, Hashable, RawRepresentable {
    /// The server's name for the kind, for example `totp`.
    public let rawValue: String

    /// Creates a kind from the server's name, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An authenticator app (RFC 6238).
    public static let authenticator = Self(rawValue: "totp")
    /// A phone that receives text messages.
    public static let phone = Self(rawValue: "phone")
}

/// A second factor of an account, as the server reports it.
public struct SecondFactorInfo: Sendable, Equatable, Redacted {
    /// The factor's id, unique in the account.
    public var id: String
    /// The kind, for example ``SecondFactorKind/authenticator``.
    public var kind: SecondFactorKind
    /// The name that the user gave the factor; nil if none.
    public var displayName: String?
    /// A phone factor's number, masked in a ``SecondFactorChallenge``, where Sesame's server shows only the last two
    /// digits; nil for other kinds of factors.
    public var phone: String?
    /// The time at which the factor was added; nil if the back end does not state it, as in a ``SecondFactorChallenge``
    /// of Sesame's server.
    public var addedAt: Date?

    /// Creates a factor as a back end reports it; only the id and the kind are required.
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

/// The second factors of the signed-in user, and the kinds that the user can add.
public struct SecondFactorStatus: Sendable, Equatable, Redacted {
    /// The factors, oldest first.
    public var factors: [SecondFactorInfo]
    /// The kinds that the app allows users to add.
    public var offered: [SecondFactorKind]
    /// The number of unused recovery codes.
    public var recoveryCodesLeft: Int
    /// True if a second factor alone confirms the user; false if the first factor is required too.
    package var confirmAlone = true
    /// True if the back end issues recovery codes.
    package var offersRecoveryCodes = true

    /// Creates the status of a back end that issues recovery codes, and at which a second factor alone confirms the
    /// user.
    public init(factors: [SecondFactorInfo], offered: [SecondFactorKind], recoveryCodesLeft: Int) {
        self.factors = factors
        self.offered = offered
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

/// A pending second factor. Its first code adds it to the account.
public struct SecondFactorSetup: Sendable, Equatable, Redacted {
    /// The time until the enrollment expires.
    public var expiresIn: Duration
    /// An authenticator app's secret in Base32, for the user to type; nil for a phone.
    public var secret: Secret?
    /// The `otpauth` URL with ``secret``, to open or to show as a QR code; nil for a phone.
    public var address: Secret?
    /// The text to send with the first code, for a back end that stores no pending factors; nil for others.
    package var continuation: Secret?

    /// Creates a setup, with a secret and an address for an authenticator app only.
    public init(expiresIn: Duration, secret: Secret? = nil, address: Secret? = nil) {
        self.expiresIn = expiresIn
        self.secret = secret
        self.address = address
    }
}
