import SesameAccounts
import SesameText

extension FactorText {
    static func name(of kind: SecondFactor.Kind) -> Text {
        switch kind {
        case .totp: app
        case .phone: phone
        }
    }
}
