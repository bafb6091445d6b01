import Foundation
package import SesameCore

extension AuthorizationService {
    /// Returns true if a client's nonce may be valid: it has the server's form and has not expired. The client's
    /// session is checked later, when the client presents the code.
    package func isInTime(_ nonce: LinkingNonce) -> Bool {
        NonceIssuer.isInTime(nonce.nonce, at: environment.now)
    }

    /// Returns true if a client's code completes a link, not a sign-in.
    package func isLink(_ code: Secret) async throws(AccountError) -> Bool {
        let (code, now) = (digest(code.exposed.utf8), environment.now)
        return try await read { reader throws(StorageError) in
            try flows.open(try reader.flow(code), as: PendingLink.self, at: now, reader) != nil
        }
    }

    /// Links the identity of a code to the caller's account, by the rules of
    /// ``link(_:to:role:profile:onConflict:context:)`` and with the role of the browser flow. The caller's session must
    /// be the one in which the client began the link.
    package func link(
        code: Secret, to caller: Caller, redirectURI: String, verifier: Secret, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail, context: RequestContext
    ) async throws(AccountError) -> LinkResult {
        try limiter?.admitChange(of: caller.session.account)
        var link = clientLink(code, caller, redirectURI, verifier, context)
        (link.profile, link.onConflict) = (profile, onConflict)
        let outcome = try await write { [link] transaction throws(StorageError) in try link.run(transaction) }
        return try linking.result(outcome, for: caller)
    }

    func clientLink(
        _ code: Secret, _ caller: Caller, _ redirectURI: String, _ verifier: Secret, _ context: RequestContext
    ) -> ClientLink {
        ClientLink(
            tools: linking.tools, nonces: providers.nonces, code: digest(code.exposed.utf8), caller: caller,
            redirectURI: redirectURI, verifier: verifier, session: newSession(),
            ticket: ConflictTicket.secret(environment.randomBytes(32)), now: environment.now, context: context)
    }
}

/// The completion of a client's link, in one transaction.
struct ClientLink: Sendable {
    let tools: LinkTools
    let nonces: NonceIssuer
    let code: [UInt8]
    let caller: Caller
    let redirectURI: String
    let verifier: Secret
    let session: SessionSeed
    let ticket: Secret
    let now: Date
    let context: RequestContext
    /// The profile fields of a guest account that the link upgrades; empty for all other accounts.
    var profile: JSONObject = [:]
    /// The policy for an identity that already has an account.
    var onConflict = ConflictPolicy.fail
    /// True if a new session begins at once; false only reserves its id.
    var keepsSession = true

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> LinkOutcome {
        switch try take(transaction) {
        case .failure(let refusal): .refused(refusal)
        case .success(let (returned, proof)): try attempt(returned, proof).run(transaction)
        }
    }

    /// Links the identity, and returns a sign-in token for the account.
    func grant(_ transaction: any StorageTransaction) throws(StorageError) -> Result<SignInToken, AccountError> {
        let (returned, proof): (CallbackIdentity, SingleUseProof)
        switch try take(transaction) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let taken): (returned, proof) = taken
        }
        if case .refused(let refusal) = try attempt(returned, proof).run(transaction) { return .failure(refusal) }
        let (provider, subject) = (returned.flow.provider, returned.verified.subject.current)
        return .success(
            try SignInToken(
                to: caller.session.account, in: caller.app.id, by: AuthenticationMethod(provider),
                .identity(provider, subject: subject), transaction))
    }

    /// Consumes the code, and returns its identity. The code stays valid if the caller's session is not the one in
    /// which the client began the link.
    private func take(
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<(CallbackIdentity, SingleUseProof), AccountError> {
        let record = try transaction.flow(code)
        guard let promised = try tools.flows.open(record, as: PendingLink.self, at: now, transaction),
            promised.isFor(caller.app, redirectURI: redirectURI, verifier: verifier)
        else {
            return .failure(AccountError(.invalidToken, "the code is unknown, expired or does not match this request"))
        }
        switch promised.proof(of: caller, nonces) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let proof):
            try transaction.deleteFlow(code)
            return .success((promised.returned, proof))
        }
    }

    private func attempt(_ returned: CallbackIdentity, _ proof: SingleUseProof) throws(StorageError) -> LinkTransaction
    {
        var change = AccountLinker(
            tools: tools, caller: returned.caller(in: caller.session, of: caller.app, at: now), session: session,
            now: now, context: context)
        change.keepsSession = keepsSession
        return try LinkTransaction(
            of: returned, change, proof: proof, profile: profile, onConflict: onConflict, ticket: ticket)
    }
}
