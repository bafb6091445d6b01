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
        guard returned.flow.app == app.id, let client = returned.flow.purpose.client else { return false }
        return client.redirectURI.hasSameBytes(as: redirectURI) && client.challenge.isMet(by: verifier)
    }

    /// Whether that is the session in which the client began.
    func isOf(_ session: SessionID) -> Bool { returned.flow.purpose.client?.linking?.id == session }
}

extension ReturnedIdentity {
    /// What the provider gave beside the token, as it is kept.
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
    /// The link of what a browser has brought from the provider. Nothing was decided beforehand.
    init(of returned: ReturnedIdentity, _ change: LinkChange, ticket: Secret) throws(StorageError) {
        let token = try returned.token(for: change.caller.app, change.tools.providerTokens)
        self.init(
            change: change, provider: returned.flow.provider,
            verified: VerifiedCredential(identity: returned.verified, proof: .flow, token: token), role: nil,
            profile: [:], onConflict: .fail, ticket: ticket)
    }
}
