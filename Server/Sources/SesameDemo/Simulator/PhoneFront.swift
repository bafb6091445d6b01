import Sesame
import SesameCore

/// A page that a user has opened in place of the app's own page.
enum PhoneFront: Sendable {
    /// The account screen, with the data loaded when it was opened.
    case account(devices: [AccountSession], factors: SecondFactorStatus, isPasswordSaved: Bool)
    /// The form with an email address and a password; `isNew` is true for a password to add, false for a sign-in.
    case password(PasswordCredential, isNew: Bool)
    /// The form for an emailed code: the email address, and the value to complete with the typed code; nil until a code
    /// is sent.
    case code(String, SentCode?)
    /// A pending second factor, which becomes active with its first code.
    case newFactor(SecondFactorSetup)
    /// Recovery codes, which cannot be shown again.
    case recoveryCodes([Secret])

    var page: ScreenState.Page {
        switch self {
        case .account: .account
        case .password: .password
        case .code: .code
        case .newFactor: .newFactor
        case .recoveryCodes: .recoveryCodes
        }
    }

    /// The kind of page to show while no user is signed in; nil for a page that requires a user.
    var pageOfSignIn: ScreenState.Page? {
        switch self {
        case .password(_, isNew: false), .code: page
        case .account, .password, .newFactor, .recoveryCodes: nil
        }
    }

    /// The devices on which the user is signed in, the current one first; empty unless the account screen is open.
    var devices: [AccountSession] {
        if case .account(let devices, _, _) = self { devices } else { [] }
    }

    /// The user's second factors; empty unless the account screen is open.
    var factors: [SecondFactorInfo] {
        if case .account(_, let status, _) = self { status.factors } else { [] }
    }
}
