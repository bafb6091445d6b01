import SesameAccounts
import SesameText

extension FactorText {
    /// Returns the display name of a kind of second factor.
    static func name(of kind: SecondFactor.Kind) -> Text {
        switch kind {
        case .totp: app
        case .phone: phone
        }
    }
}
