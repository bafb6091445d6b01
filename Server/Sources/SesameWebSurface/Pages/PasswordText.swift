import SesameAccounts
import SesameCore
import SesameText

extension PasswordText {
    /// An error that a user can correct on the page with the password.
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

    /// Returns the error text for the password of a reauthentication; nil if the refusal is about something else.
    static func problem(ofConfirmation refusal: AccountError) -> Text? {
        switch problem(refusal) {
        case .wrong, .weak: wrongPassword
        case .tooMany: NoticeText.tooMany
        case .inUse, nil: nil
        }
    }

    /// Returns the error that a user can correct on the page; nil for others.
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
