public import Sesame
public import SesameCore
import SesameWire

extension AppwriteAuthService: AuthLinkingService {
    /// Links an identity or adds a password, and returns the session to continue with. An identity is linked by a new
    /// session with the provider's ID token, authenticated as the session's account. Appwrite adds the identity to the
    /// account, which keeps its id.
    ///
    /// Appwrite does not merge accounts. With ``SesameCore/ConflictPolicy/merge`` a credential of another account is
    /// refused as with ``SesameCore/ConflictPolicy/fail``, without a ticket; with ``SesameCore/ConflictPolicy/switch``
    /// the user is signed in to the other account.
    public func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        guard profile.isEmpty else { throw AuthError(.invalidRequest, "Appwrite accounts have no profile") }
        if case .password(let credential) = credential {
            return try await add(credential, to: session, onConflict: onConflict)
        }
        guard try credential.idTokenProof != nil else {
            throw AuthError(.invalidRequest, "only a provider's ID token or a password can be linked")
        }
        // With an ended session the request would be unauthenticated, and the identity would get a new account.
        _ = try await account(session.refreshToken)
        do throws(AuthError) {
            let linked = try await signIn(with: credential, in: session.refreshToken).session
            guard linked.user.uid.hasSameBytes(as: session.user.uid) else {
                try? await revoke(Revocation(linked))
                throw AuthError(.credentialInUse, "the server signed in another user")
            }
            return Upgrade(outcome: .linked, session: linked)
        } catch {
            guard error.code == .credentialInUse else { throw error }
            switch onConflict {
            case .fail, .merge: throw error
            case .keep: return Upgrade(outcome: .kept, session: session)
            case .switch: return Upgrade(outcome: .switched, session: try await exchange(credential).session)
            }
        }
    }

    /// Removes an identity by `DELETE /account/identities/{id}`, then ends the account's other sessions. Throws
    /// ``SesameCore/AuthError/Code/lastMethod`` if neither another provider's identity nor a password would remain,
    /// because Appwrite itself does not check this.
    ///
    /// A password cannot be removed from an account, because Appwrite does not support it.
    public func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {
        let secret = session.refreshToken
        let all = try await identities(secret)
        if method == .password {
            guard try await account(secret).hasPassword else { throw .noSuchMethod }
            throw all.isEmpty ? .onlyMethod : AuthError(.invalidRequest, "Appwrite cannot remove a password")
        }
        let gone = all.filter { $0.provider == method.rawValue }
        guard !gone.isEmpty else { throw .noSuchMethod }
        if gone.count == all.count, try await !account(secret).hasPassword { throw .onlyMethod }
        for identity in gone {
            try await requests.send("DELETE", "/account/identities/\(identity.id)", session: secret).checkDeletion()
        }
        try await endOthers(than: session)
    }

    /// Ends all other sessions of the session's account.
    func endOthers(than session: Session) async throws(AuthError) {
        let secret = session.refreshToken
        for other in try await sessions(secret) where !other.id.hasSameBytes(as: session.id) {
            try await end(other, as: secret)
        }
    }

    /// Throws ``SesameCore/AuthError/Code/ticketExpired``, because Appwrite issues no tickets for account conflicts.
    public func resolveConflict(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        throw AuthError(.ticketExpired, "Appwrite issues no tickets")
    }

    /// Ends a session, authenticated with the secret of a session of the same account. A session that has already ended
    /// is no error.
    func end(_ session: AppwriteSession, as secret: Secret) async throws(AuthError) {
        let answer = try await requests.send("DELETE", "/account/sessions/\(session.id)", session: secret)
        // Another request ended the session first. Any other error may concern the caller's own session.
        guard answer.refusalType != "user_session_not_found" else { return }
        try answer.checkDeletion()
    }
}

extension AuthError {
    fileprivate static let noSuchMethod = AuthError(.notFound, "the account does not have this sign-in method")
    fileprivate static let onlyMethod = AuthError(.lastMethod, "it is the account's only sign-in method")
}
