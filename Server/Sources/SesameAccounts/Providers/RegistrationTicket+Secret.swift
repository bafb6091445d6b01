import SesameCore
import SesameTokens

extension RegistrationTicket {
    /// The prefix of every ticket, by which secret scanners can recognize a leaked one.
    private static let prefix = "tk_"

    /// Returns the ticket that the client receives. It is derived from the token, so that a repeated request gets the
    /// same ticket.
    static func secret(for verified: FilteredIdentity, app: AppID, key: DerivedKey) -> Secret {
        Secret(prefix + Base64URL.encode(key.code(for: verified.tokenDigest + Array(app.description.utf8))))
    }
}
