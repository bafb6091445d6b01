import SesameAccounts
import SesameCore
import SesameText

extension PasswordText {
    /// What the server says to what was typed.
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

    /// What is said of the password with which somebody confirms who they are; nil for what is not about it.
    static func problem(ofConfirmation refusal: Refusal) -> Text? {
        switch problem(refusal) {
        case .wrong, .weak: wrongPassword
        case .tooMany: NoticeText.tooMany
        case .inUse, nil: nil
        }
    }

    /// What a person can do about a refusal on the page where they are; nil where they cannot.
    static func problem(_ refusal: Refusal) -> Problem? {
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
