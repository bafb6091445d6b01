import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension FirebaseAuthService: AuthLinkingService {
    /// `accounts:signInWithIdp`, or `accounts:signUp`, with the session's ID token. The uid stays, and so does the session's id.
    ///
    /// Firebase cannot merge: ``SesameCore/ConflictPolicy/merge`` is a conflict for the person to decide, as
    /// ``SesameCore/ConflictPolicy/fail`` is. Whoever switches leaves the guest behind; the session of the guest ends on
    /// this device alone. Fields of a profile belong to the document, not to a link.
    public func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        guard profile.isEmpty else { throw .noFields }
        if case .password(let credential) = credential {
            return try await add(credential, to: session, onConflict: onConflict)
        }
        guard let proof = try ProviderProof(credential) else {
            throw AuthError(.invalidRequest, "only a provider's ID token, or a password, can be linked")
        }
        var body = proof.request
        body["idToken"] = .string(session.accessToken.exposed)
        // With this a conflict comes with what is needed to go on with it.
        body["returnIdpCredential"] = true
        let (json, response) = try await post("signInWithIdp", body, .account) { refusal in
            // Older servers refuse outright, and tell nothing more.
            Self.conflicts.contains(refusal.name) ? ["errorMessage": .string(refusal.name)] : nil
        }
        if let name = json["errorMessage"]?.string {
            guard Self.conflicts.contains(GoogleRefusal(name: name).name) else {
                throw IdentityRefusals.error(GoogleRefusal(name: name), response, .account)
            }
            if let linked = try await linkedBefore(proof, session) { return linked }
            return try await resolve(Conflict(json: json, proof: proof), for: session, onConflict)
        }
        guard let answer = IdentityAnswer(account: json), answer.uid.hasSameBytes(as: session.user.uid) else {
            // For an account with a second factor Google links, and brings no tokens.
            if let linked = try await linkedBefore(proof, session) { return linked }
            throw .foreign(response)
        }
        var linked = try await self.session(answer, id: session.id, provider: proof.provider)
        // Where the lookup got lost, the token names one way only.
        linked.user.providers += session.user.providers.filter { !linked.user.providers.contains($0) }
        return Upgrade(outcome: .linked, session: linked)
    }

    /// Keeps, or signs in to the other account. A merge is nothing that Firebase can do.
    public func settle(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        guard let proof = ProviderProof(ticket: ticket) else {
            throw AuthError(.ticketExpired, "the ticket is none of a conflict at Firebase")
        }
        switch choice {
        case .keep: return Upgrade(outcome: .kept, session: session)
        case .switch: return Upgrade(outcome: .switched, session: try await signIn(proof).session)
        case .merge: throw AuthError(.invalidRequest, "Firebase cannot make one account of two")
        }
    }

    /// `accounts:update` with `deleteProvider`. Firebase lets an account's only way go; this does not. It ends no other
    /// session: Firebase gives a client no way to.
    public func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {
        let user = try await user(of: session.accessToken, uid: session.user.uid)
        guard user.providers.contains(method.rawValue) else {
            throw AuthError(.notFound, "the account does not have this way to sign in")
        }
        guard user.providers.count > 1 else {
            throw AuthError(.lastMethod, "it is the account's only way to sign in")
        }
        _ = try await post(
            "update",
            ["idToken": .string(session.accessToken.exposed), "deleteProvider": [.string(method.firebaseProvider)]],
            .account)
    }

    /// The session, where the identity is the account's own already: the answer to a link that was made got lost.
    private func linkedBefore(_ proof: ProviderProof, _ session: Session) async throws(AuthError) -> Upgrade? {
        let account = try await account(of: session.accessToken)
        let isLinked = (account["providerUserInfo"]?.array ?? []).contains { proof.isOf($0) }
        guard isLinked, let user = FirebaseUser.info(account), user.uid.hasSameBytes(as: session.user.uid) else {
            return nil
        }
        var fresh = try await refresh(session)
        fresh.user = user
        return Upgrade(outcome: .linked, session: fresh)
    }

    private static let conflicts: Set = ["FEDERATED_USER_ID_ALREADY_LINKED", "EMAIL_EXISTS"]

    private func resolve(
        _ conflict: Conflict, for session: Session, _ policy: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        switch policy {
        case .keep: return try await settle(.keep, ticket: conflict.ticket, for: session)
        case .switch: return try await settle(.switch, ticket: conflict.ticket, for: session)
        case .fail, .merge: throw conflict.error
        }
    }
}

/// A credential that has an account of its own.
private struct Conflict {
    /// An ID token is good for an hour at most, and Apple's for ten minutes.
    private static let lifetime = Duration.seconds(600)

    let ticket: Secret
    private let account: UserAuthInfo

    init(json: JSONObject, proof: ProviderProof) {
        ticket = proof.ticket(pending: json["pendingToken"]?.string.map { Secret($0) })
        account = UserAuthInfo(
            uid: json["localId"]?.string ?? "", email: json["email"]?.string,
            displayName: json["displayName"]?.string, photoURL: json["photoUrl"]?.string.flatMap { URL(string: $0) },
            providers: [FirebaseUser.name(proof.provider)])
    }

    var error: AuthError {
        var error = AuthError(.credentialInUse, "the identity has an account of its own")
        error.conflict = AccountConflict(ticket: ticket, expiresIn: Self.lifetime, account: account)
        return error
    }
}
