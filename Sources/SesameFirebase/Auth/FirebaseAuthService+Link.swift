import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension FirebaseAuthService: AuthLinkingService {
    /// Links a credential by `accounts:signInWithIdp` or `accounts:signUp`, with the session's ID token. The account
    /// keeps its uid, and the session its id.
    ///
    /// Firebase cannot merge accounts, so ``SesameCore/ConflictPolicy/merge`` throws the conflict for the user to
    /// decide, like ``SesameCore/ConflictPolicy/fail``. A switch abandons a guest account, and ends the previous
    /// session only on this device. Throws if `profile` is not empty, because Firebase stores no profile fields with an
    /// account.
    public func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        guard profile.isEmpty else { throw .noFields }
        if case .password(let credential) = credential {
            return try await add(credential, to: session, onConflict: onConflict)
        }
        guard let proof = try IdpCredential(credential) else {
            throw AuthError(.invalidRequest, "only a provider's ID token or a password can be linked")
        }
        var body = proof.request
        body["idToken"] = .string(session.accessToken.exposed)
        // With this member the response to a conflict contains the credential to sign in with.
        body["returnIdpCredential"] = true
        let (json, response) = try await post("signInWithIdp", body, .account) { refusal in
            // Older servers respond with an error, and without that credential.
            Self.conflicts.contains(refusal.name) ? ["errorMessage": .string(refusal.name)] : nil
        }
        if let name = json["errorMessage"]?.string {
            guard Self.conflicts.contains(GoogleAPIError(name: name).name) else {
                throw IdentityToolkitErrors.error(GoogleAPIError(name: name), response, .account)
            }
            if let linked = try await linkedBefore(proof, session) { return linked }
            return try await resolve(CredentialConflict(json: json, proof: proof), for: session, onConflict)
        }
        guard let answer = IdentityToolkitResponse(account: json), answer.uid.hasSameBytes(as: session.user.uid) else {
            // For an account with a second factor Google links the identity, but returns no tokens.
            if let linked = try await linkedBefore(proof, session) { return linked }
            throw .foreign(response)
        }
        var linked = try await self.session(answer, id: session.id, provider: proof.provider)
        // If the lookup failed, the token names only one sign-in method.
        linked.user.providers += session.user.providers.filter { !linked.user.providers.contains($0) }
        return Upgrade(outcome: .linked, session: linked)
    }

    /// Resolves a conflict: returns the session unchanged, or signs in to the account that owns the credential. Throws
    /// ``SesameCore/AuthError/Code/invalidRequest`` for a merge, which Firebase does not support, and
    /// ``SesameCore/AuthError/Code/ticketExpired`` if the ticket is not from Firebase.
    public func resolveConflict(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        guard let proof = IdpCredential(ticket: ticket) else {
            throw AuthError(.ticketExpired, "the ticket is not from a conflict at Firebase")
        }
        switch choice {
        case .keep: return Upgrade(outcome: .kept, session: session)
        case .switch: return Upgrade(outcome: .switched, session: try await signIn(proof).session)
        case .merge: throw AuthError(.invalidRequest, "Firebase cannot merge accounts")
        }
    }

    /// Removes a sign-in method by `accounts:update` with `deleteProvider`. Throws
    /// ``SesameCore/AuthError/Code/lastMethod`` for the account's only method, because Firebase itself would remove it.
    /// Other sessions continue, because a Firebase client cannot end them.
    public func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {
        let user = try await user(of: session.accessToken, uid: session.user.uid)
        guard user.providers.contains(method.rawValue) else {
            throw AuthError(.notFound, "the account does not have this sign-in method")
        }
        guard user.providers.count > 1 else {
            throw AuthError(.lastMethod, "it is the account's only sign-in method")
        }
        _ = try await post(
            "update",
            ["idToken": .string(session.accessToken.exposed), "deleteProvider": [.string(method.firebaseProvider)]],
            .account)
    }

    /// Returns the refreshed session if the identity is already linked to the session's account, for example after a
    /// lost response; nil otherwise.
    private func linkedBefore(_ proof: IdpCredential, _ session: Session) async throws(AuthError) -> Upgrade? {
        let account = try await account(of: session.accessToken)
        let isLinked = (account["providerUserInfo"]?.array ?? []).contains { proof.isOf($0) }
        guard isLinked, let user = FirebaseUserDecoder.info(account), user.uid.hasSameBytes(as: session.user.uid) else {
            return nil
        }
        var fresh = try await refresh(session)
        fresh.user = user
        return Upgrade(outcome: .linked, session: fresh)
    }

    private static let conflicts: Set = ["FEDERATED_USER_ID_ALREADY_LINKED", "EMAIL_EXISTS"]

    private func resolve(
        _ conflict: CredentialConflict, for session: Session, _ policy: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        switch policy {
        case .keep: return try await resolveConflict(.keep, ticket: conflict.ticket, for: session)
        case .switch: return try await resolveConflict(.switch, ticket: conflict.ticket, for: session)
        case .fail, .merge: throw conflict.error
        }
    }
}

/// A conflict: the credential's identity or its email address belongs to another account.
private struct CredentialConflict {
    /// The ticket's lifetime as reported to the app: ten minutes. The app does not enforce it; Firebase rejects the
    /// credential in the ticket once that has expired.
    private static let lifetime = Duration.seconds(600)

    let ticket: Secret
    private let account: UserAuthInfo

    init(json: JSONObject, proof: IdpCredential) {
        ticket = proof.ticket(pending: json["pendingToken"]?.string.map { Secret($0) })
        account = UserAuthInfo(
            uid: json["localId"]?.string ?? "", email: json["email"]?.string,
            displayName: json["displayName"]?.string, photoURL: json["photoUrl"]?.string.flatMap { URL(string: $0) },
            providers: [FirebaseUserDecoder.name(proof.provider)])
    }

    var error: AuthError {
        var error = AuthError(.credentialInUse, "the identity or its email address belongs to another account")
        error.conflict = AccountConflict(ticket: ticket, expiresIn: Self.lifetime, account: account)
        return error
    }
}
