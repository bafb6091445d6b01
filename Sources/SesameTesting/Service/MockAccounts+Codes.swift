import Sesame
import SesameCore

extension MockAccounts {
    /// The digits of every code.
    static let code = Secret("123456")

    /// Redeems the sent code if the credential is a code, and does nothing otherwise. Throws `wrongCode` for a wrong
    /// code, which does not use up the sent one.
    mutating func useCode(_ credential: AuthCredential) throws(AuthError) {
        guard case .code(let code, let sent, _) = credential else { return }
        guard code.typedCode == Self.code, codes.remove(sent.identity) != nil else { throw .wrongCode }
    }
}

extension SentCode {
    /// The identity that the code verifies. An email address has the same identity with a code and with a password.
    var identity: String {
        email.map { PasswordCredential(email: $0, password: Secret("")).identity } ?? "phone \(receiver)"
    }
}
