import Sesame
import SesameCore

extension MockAccounts {
    /// The digits of every code.
    static let code = Secret("123456")

    /// Uses up the sent code, if the credential is a code. A wrong code does not use it up.
    mutating func useCode(_ credential: AuthCredential) throws(AuthError) {
        guard case .code(let code, let sent, _) = credential else { return }
        guard code.typedCode == Self.code, codes.remove(sent.identity) != nil else { throw .wrongCode }
    }
}

extension SentCode {
    /// The identity that the code proves. For an email address it is the same as the password's.
    var identity: String {
        email.map { PasswordCredential(email: $0, password: Secret("")).identity } ?? "phone \(receiver)"
    }
}
