import SesameAccounts
import SesameText

extension AccountText {
    /// What people call a way to sign in.
    static func name(of method: SignInMethod, _ providers: ProviderDirectory) -> Text {
        if let provider = method.provider { return Text(verbatim: providers.name(of: provider)) }
        return switch method {
        case .anonymous: guest
        case .password: password
        case .emailLink: emailLink
        case .phone: phone
        case .custom: custom
        default: Text(verbatim: method.rawValue)
        }
    }
}
