import SesameAccounts
import SesameCore
import SesameText

extension PasswordText {
    static func name(of strength: PasswordStrength) -> Text {
        switch strength {
        case .weak: weak
        case .fair: fair
        case .strong: strong
        }
    }

    /// Returns the text about a refused password: the reason, and the next step.
    static func weakness(_ refusal: AccountError) -> Text {
        switch refusal.weakness {
        case .short: short("\(refusal.minimum ?? 0)")
        case .personal: personal
        case .pattern: pattern
        case .common: common
        case nil: length
        }
    }
}
