import Sesame
import SesameCore

/// A page in front of an app's own.
enum PhoneFront: Sendable {
    /// The account screen, with what the server said of the account when it was opened.
    case account(devices: [AccountSession], factors: SecondFactorStatus, isPasswordSaved: Bool)
    /// The form with an address and a password; for a new password, or one that the account has.
    case password(PasswordCredential, isNew: Bool)
    /// A second factor that was begun: it counts after its first code.
    case newFactor(SecondFactorSetup)
    /// Recovery codes, which nobody can be shown again.
    case recoveryCodes([Secret])

    /// The page where its person is.
    var page: Place.Page {
        switch self {
        case .account: .account
        case .password: .password
        case .newFactor: .newFactor
        case .recoveryCodes: .recoveryCodes
        }
    }

    /// The devices on which its person is signed in, this one before the others.
    var devices: [AccountSession] {
        if case .account(let devices, _, _) = self { devices } else { [] }
    }

    /// The second factors.
    var factors: [SecondFactorInfo] {
        if case .account(_, let status, _) = self { status.factors } else { [] }
    }
}
