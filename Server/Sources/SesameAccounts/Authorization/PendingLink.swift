import Foundation
import SesameCore
import SesameWire

/// A verified identity that a client can link with a code. The client must present the session in which it began the
/// link.
struct PendingLink: FlowPayload {
    static let stage = FlowRecord.Stage.linking

    let returned: CallbackIdentity

    /// The epochs that void the record; none, because completing the link requires the session in which the client
    /// began it.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    /// Returns the encrypted record of the pending link, with the lifetime of an authorization code.
    func record(in cipher: FlowRecordCipher, under code: Secret, at now: Date) throws(StorageError) -> FlowRecord {
        try cipher.record(self, under: code, until: now.addingTimeInterval(AuthorizationCodeGrant.lifetime))
    }

    func isFor(_ app: App, redirectURI: String, verifier: Secret) -> Bool {
        guard returned.flow.app == app.id, app.privacy.isCurrent(returned.verified.subject.current),
            let client = returned.flow.purpose.client
        else { return false }
        return client.redirectURI.hasSameBytes(as: redirectURI) && client.challenge.isMet(by: verifier)
    }

    /// Returns the single-use proof for the link; an error if the caller's session is not the one in which the client
    /// began the link.
    func proof(of caller: Caller, _ nonces: NonceIssuer) -> Result<SingleUseProof, AccountError> {
        switch returned.flow.purpose.client?.linking {
        case .session(let session) where session.id == caller.session.id: return .success(.flow)
        case .session, nil: return .failure(.otherLinkingSession)
        case .nonce(let given):
            // The nonce was valid when the flow began; the flow limits the time since then.
            let spent = nonces.spending(
                given.nonce, for: caller.app.id, session: caller.session.id, at: returned.flow.beganAt)
            return spent.map { .success(.nonce($0)) } ?? .failure(.unknownNonce)
        }
    }
}

extension CallbackIdentity {
    /// Returns the provider's refresh token, encrypted, as it is stored; nil if there is none.
    func token(for app: App, _ cipher: ProviderTokenCipher) throws(StorageError) -> SealedProviderToken? {
        try refreshToken.map { token throws(StorageError) in
            try cipher.seal(token.secret, for: verified, from: flow.provider, to: app.id)
        }
    }

    /// Returns the caller of the link. The age of the sign-in is measured at the start of the flow, so that the return
    /// from the provider needs no second confirmation.
    func caller(in session: Session, of app: App, at now: Date) -> Caller {
        Caller(app: app, session: session, checkedAt: min(now, max(flow.beganAt, session.authTime)))
    }
}

extension LinkTransaction {
    /// Creates the link of a browser flow's identity, with the role of the flow.
    init(
        of returned: CallbackIdentity, _ change: AccountLinker, proof: SingleUseProof = .flow,
        profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail, ticket: Secret
    ) throws(StorageError) {
        let token = try returned.token(for: change.caller.app, change.tools.providerTokens)
        self.init(
            change: change, provider: returned.flow.provider,
            verified: VerifiedCredential(identity: returned.verified, proof: proof, token: token),
            role: returned.flow.purpose.role, profile: profile, onConflict: onConflict, ticket: ticket)
    }
}

extension AccountError {
    fileprivate static let otherLinkingSession = AccountError(
        .sessionEnded, "the link was not started in this session")
}
