import Sesame
import SesameCore

extension MockAccounts {
    /// The digits of every code.
    static let code = Secret("123456")

    /// Spends the code that was sent, if the credential is one. A wrong one leaves it good.
    mutating func useCode(_ credential: AuthCredential) throws(AuthError) {
        guard case .code(let code, let sent, _) = credential else { return }
        guard code.typedCode == Self.code, codes.remove(sent.identity) != nil else { throw .wrongCode }
    }
}

extension SentCode {
    /// The identity that the code proves: for an address the same as its password does.
    var identity: String {
        email.map { PasswordCredential(email: $0, password: Secret("")).identity } ?? "phone \(receiver)"
    }
}
