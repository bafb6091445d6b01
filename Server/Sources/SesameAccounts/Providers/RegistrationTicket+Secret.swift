import SesameCore
import SesameTokens

extension RegistrationTicket {
    /// The prefix of every ticket. Secret scanners search for it.
    private static let prefix = "tk_"

    /// Returns the client's form of the ticket: one for each token, so that a repeated request gets the same ticket.
    static func secret(for verified: FilteredIdentity, app: AppID, key: DerivedKey) -> Secret {
        Secret(prefix + Base64URL.encode(key.code(for: verified.tokenDigest + Array(app.description.utf8))))
    }
}
