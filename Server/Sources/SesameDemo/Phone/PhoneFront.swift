import Sesame
import SesameCore

/// A page in front of an app's own.
enum PhoneFront: Sendable {
    /// The account screen, with what the server said of the account when it was opened.
    case account(devices: [AccountSession], factors: SecondFactorStatus, isPasswordSaved: Bool)
    /// The form with an address and a password; for a new password, or one that the account has.
    case password(PasswordCredential, isNew: Bool)
    /// The form for a code to that address; nil before it is sent.
    case code(String, SentCode?)
    /// A second factor that was begun: it counts after its first code.
    case newFactor(SecondFactorSetup)
    /// Recovery codes, which nobody can be shown again.
    case recoveryCodes([Secret])

    /// The page where its person is.
    var page: Place.Page {
        switch self {
        case .account: .account
        case .password: .password
        case .code: .code
        case .newFactor: .newFactor
        case .recoveryCodes: .recoveryCodes
        }
    }

    /// The page of it where nobody is signed in; nil where somebody has to be.
    var pageOfSignIn: Place.Page? {
        switch self {
        case .password(_, isNew: false), .code: page
        case .account, .password, .newFactor, .recoveryCodes: nil
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
