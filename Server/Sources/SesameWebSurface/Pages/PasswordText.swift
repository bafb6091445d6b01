import SesameAccounts
import SesameCore
import SesameText

extension PasswordText {
    /// An error that a form shows beside the password input, so that the user can try again.
    enum Problem: Sendable {
        case wrong, inUse, weak(Text), tooMany

        var text: Text {
            switch self {
            case .wrong: PasswordText.wrong
            case .inUse: PasswordText.inUse
            case .weak(let text): text
            case .tooMany: NoticeText.tooMany
            }
        }
    }

    /// Returns the error text for the password with which a signed-in user reauthenticates; nil if the refusal is not
    /// about the password or a rate limit.
    static func problem(ofConfirmation refusal: AccountError) -> Text? {
        switch problem(refusal) {
        case .wrong, .weak: wrongPassword
        case .tooMany: NoticeText.tooMany
        case .inUse, nil: nil
        }
    }

    /// Returns the error to show beside the password input; nil if the form cannot show the refusal.
    static func problem(_ refusal: AccountError) -> Problem? {
        switch refusal.code {
        case .invalidCredentials: .wrong
        case .credentialInUse: .inUse
        case .weakPassword: .weak(weakness(refusal))
        case .invalidRequest where refusal.field == "password": .weak(weakness(refusal))
        case .rateLimited: .tooMany
        default: nil
        }
    }
}
