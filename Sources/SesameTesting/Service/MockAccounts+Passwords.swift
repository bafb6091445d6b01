import Foundation
import Sesame
import SesameCore

extension MockAccounts {
    /// The minimum length of a password, in Unicode scalars.
    static let passwordMinimum = 8

    /// Checks the credential's password against the account's, or stores the password of a registration. Throws
    /// `invalidCredentials` for a wrong password; does nothing for other credentials.
    mutating func checkPassword(_ credential: AuthCredential) throws(AuthError) {
        switch credential {
        case .password(let credential):
            guard passwords[credential.identity] == credential.password else { throw .wrongCredentials }
        case .passwordRegistration(let form):
            try setPassword(of: form.credential, for: nil)
        default: break
        }
    }

    /// Adds an email address and a password to the session's account, or applies the policy if another account has the
    /// address.
    mutating func add(
        _ credential: PasswordCredential, to session: Session, onConflict: ConflictPolicy, at now: Date
    ) throws(AuthError) -> Upgrade {
        let device = try use(session)
        do throws(AuthError) {
            try setPassword(of: credential, for: device.session.user.uid)
        } catch {
            switch onConflict {
            case .keep where error.code == .credentialInUse: return Upgrade(outcome: .kept, session: device.session)
            case .switch where error.code == .credentialInUse:
                let signIn = try signIn(.password(credential), as: nil, at: now)
                end(device.session.id, .sessionEnded)
                return Upgrade(outcome: .switched, session: signIn.session)
            default: throw error
            }
        }
        if users[device.session.user.uid]?.email == nil { users[device.session.user.uid]?.email = credential.email }
        return bind(credential.identity, .password, to: device, at: now)
    }

    /// Changes the password of the session's account, and ends the account's other sessions. Throws
    /// `invalidCredentials` if the given current password is wrong.
    mutating func changePassword(
        of session: Session, from current: Secret?, to password: Secret, at now: Date
    ) throws(AuthError) -> Session {
        var device = try use(session)
        let uid = device.session.user.uid
        guard let identity = passwords.keys.first(where: { identities[$0] == uid }) else {
            throw AuthError(.notFound, "the account has no email address to sign in with")
        }
        guard current == nil || current == passwords[identity] else { throw .wrongCredentials }
        try Self.check(password)
        passwords[identity] = password
        for (id, other) in devices where other.session.user.uid == uid && id != device.session.id {
            end(id, .sessionEnded)
        }
        return rotate(&device, at: now)
    }

    private mutating func setPassword(of credential: PasswordCredential, for uid: String?) throws(AuthError) {
        try Self.check(credential.password)
        guard identities[credential.identity].map({ $0 == uid }) ?? true else {
            throw AuthError(.credentialInUse, "the email address belongs to an account; sign in with it")
        }
        passwords[credential.identity] = credential.password
    }

    private static func check(_ password: Secret) throws(AuthError) {
        guard password.exposed.unicodeScalars.count < passwordMinimum else { return }
        var error = AuthError(.weakPassword, "a password must have at least \(passwordMinimum) characters")
        error.fields = ["password"]
        throw error
    }
}

extension PasswordCredential {
    /// The key of the email address among the mock's identities, regardless of case.
    var identity: String { "password \(email.lowercased())" }
}

extension AuthError {
    fileprivate static let wrongCredentials = AuthError(.invalidCredentials, "the email address or password is wrong")
}
