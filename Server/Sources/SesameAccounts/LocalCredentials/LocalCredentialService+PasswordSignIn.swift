import Foundation
package import SesameCore

extension LocalCredentialService {
    /// Signs in with an email address and a password.
    ///
    /// A wrong password and an unknown address get the same response after the same time. After several consecutive
    /// failures the next attempt has to wait, longer each time; the right password works after the wait.
    ///
    /// - Parameter role: The requested role; nil for any. An account with another role is refused.
    package func signIn(
        email: EmailAddress, password: Secret, to app: App, role: String? = nil, context: RequestContext
    ) async throws(AccountError) -> SignIn {
        try await observed(app.id, .password) { () async throws(AccountError) in
            let attempt = try await attempt(email, password, to: app, role: role, context: context)
            let outcome = try await write { transaction throws(StorageError) in try attempt.run(transaction) }
            return try sessions.signIn(from: outcome)
        }
    }

    /// Verifies a password and returns the transaction that signs in with it.
    func attempt(
        _ email: EmailAddress, _ password: Secret, to app: App, role: String?, context: RequestContext
    ) async throws(AccountError) -> LocalSignInTransaction {
        let proof = try await proved(password, of: email, in: app, context: context)
        return LocalSignInTransaction(
            app: app, kind: .email, name: email.description, method: .password, role: role,
            session: newSession(), now: environment.now, context: context,
            password: proof.hash, renewed: proof.renewed)
    }

    /// Verifies an address's password, throttled after failures. Throws `invalidCredentials` if it is wrong or the
    /// address has none.
    func proved(
        _ password: Secret, of email: EmailAddress, in app: App, context: RequestContext
    ) async throws(AccountError) -> PasswordProof {
        let hasher = try hasher(of: app)
        if let refusal = PasswordPolicy.refusal(ofSize: password) { throw refusal }
        let name = email.description
        return try await codes.guessing(of: name, in: app.id, context: context) { () throws(AccountError) in
            try limiter?.admitCredential(of: app.id, from: context.client)
            let login = try await read { reader throws(StorageError) in
                try reader.login(.email, name: name, in: app.id)
            }
            let verdict = try await hasher.verify(password, against: login?.password)
            guard verdict != .mismatch, let login, let hash = login.password else { return .failure(.wrongCredentials) }
            let renewed = verdict == .needsRehash ? try? await hasher.hash(password) : nil
            return .success(PasswordProof(login: login, hash: hash, renewed: renewed))
        }
    }

    /// Returns true if the app allows sign-in with an email address and a password.
    package func allowsPasswords(_ app: App) -> Bool {
        (try? hasher(of: app)) != nil
    }

    /// Returns the hasher of the app's passwords; throws if the app does not offer passwords.
    func hasher(of app: App) throws(AccountError) -> any PasswordHasher {
        guard let passwords, app.passwords != nil, !app.privacy.isPseudonymous else { throw .noPasswords }
        return passwords
    }

    /// Returns the hash of a new password; throws if the app's policy refuses it.
    func newHash(
        of password: Secret, for owner: PasswordOwner?, in app: App
    ) async throws(AccountError) -> PasswordHash {
        let hasher = try hasher(of: app)
        if let refusal = app.passwords?.refusal(of: password, for: owner, in: app.id) { throw refusal }
        return try await hasher.hash(password)
    }
}

/// The evidence that a presented password matched the stored hash.
struct PasswordProof: Sendable {
    let login: LocalCredential
    let hash: PasswordHash
    /// A new hash of the password with the current parameters, to replace an outdated hash; nil if the stored hash is
    /// kept.
    let renewed: PasswordHash?
}
