import SesameCore
import SesameTokens

extension RegistrationTicket {
    /// The beginning of every ticket, so that secret scanners find it.
    private static let prefix = "tk_"

    /// The ticket's bearer's form: one for each token, so that a repeated request gets the same.
    static func secret(for verified: AdmittedIdentity, app: AppID, key: DerivedKey) -> Secret {
        Secret(prefix + Base64URL.encode(key.code(for: verified.tokenDigest + Array(app.description.utf8))))
    }
}
