import SesameAccounts
import SesameText

extension AccountText {
    /// Returns the display name of a sign-in method.
    static func name(of method: AuthenticationMethod, _ providers: ProviderDirectory) -> Text {
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
