import Foundation
import SesameCore
import SesameWire

/// An identity that waits for the client whose browser has brought it: the client began in a session, and brings the
/// session again with the code.
struct PromisedLink: FlowContent {
    static let stage = FlowRecord.Stage.linking

    let returned: ReturnedIdentity

    /// It is of one session, and ends with it.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    /// The link as it waits for its client, as long as any code does.
    func record(in safe: FlowSafe, under code: Secret, at now: Date) throws(StorageError) -> FlowRecord {
        try safe.record(self, under: code, until: now.addingTimeInterval(AuthorizationCode.life))
    }

    func isFor(_ app: App, redirectURI: String, verifier: Secret) -> Bool {
        guard returned.flow.app == app.id, app.privacy.isCurrent(returned.verified.subject.current),
            let client = returned.flow.purpose.client
        else { return false }
        return client.redirectURI.hasSameBytes(as: redirectURI) && client.challenge.isMet(by: verifier)
    }

    /// The proof by which the caller links it: theirs is the session in which the client began.
    func proof(of caller: Caller, _ nonces: Nonces) -> Result<Proof, Refusal> {
        switch returned.flow.purpose.client?.linking {
        case .session(let session) where session.id == caller.session.id: return .success(.flow)
        case .session, nil: return .failure(.otherLinkingSession)
        case .nonce(let given):
            // It was good when the browser set out: how long that took is the flow's to limit.
            let spent = nonces.spending(
                given.nonce, for: caller.app.id, session: caller.session.id, at: returned.flow.beganAt)
            return spent.map { .success(.nonce($0)) } ?? .failure(.unknownNonce)
        }
    }
}

extension ReturnedIdentity {
    /// Returns the provider's refresh token, encrypted, as it is stored.
    func token(for app: App, _ safe: ProviderTokenSafe) throws(StorageError) -> SealedProviderToken? {
        try refreshToken.map { token throws(StorageError) in
            try safe.seal(token.secret, for: verified, from: flow.provider, to: app.id)
        }
    }

    /// The person of the session who links this. Who needed to confirm nothing when they set out to the provider needs
    /// not on their return.
    func caller(in session: Session, of app: App, at now: Date) -> Caller {
        Caller(app: app, session: session, checkedAt: min(now, max(flow.beganAt, session.authTime)))
    }
}

extension LinkAttempt {
    /// The link of what a browser has brought from the provider, for the role that it was begun with.
    init(
        of returned: ReturnedIdentity, _ change: LinkChange, proof: Proof = .flow, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail, ticket: Secret
    ) throws(StorageError) {
        let token = try returned.token(for: change.caller.app, change.tools.providerTokens)
        self.init(
            change: change, provider: returned.flow.provider,
            verified: VerifiedCredential(identity: returned.verified, proof: proof, token: token),
            role: returned.flow.purpose.role, profile: profile, onConflict: onConflict, ticket: ticket)
    }
}

extension Refusal {
    fileprivate static let otherLinkingSession = Refusal(
        .sessionEnded, "the session is not the one that the link was begun in")
}
