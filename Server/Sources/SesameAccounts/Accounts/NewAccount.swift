import Foundation
import SesameCore

/// An account that is about to be made, with its first identity unless it is a guest's.
struct NewAccount: Sendable {
    let id: AccountID
    let app: App
    let role: String?
    let profile: Profile
    let identity: FirstIdentity?
    /// The first login, of an account that is not a provider's.
    var login: Login?

    struct FirstIdentity: Sendable {
        let provider: Provider
        let subject: String
        let claims: IdentityClaims
    }

    func insert(
        _ transaction: any StorageTransaction, at now: Date, context: RequestContext
    ) throws(StorageError) -> AccountView {
        let account = Account(
            id: id, app: app.id, createdAt: now, lastSignInAt: now, role: role, profile: profile)
        try transaction.insert(account)
        var identities: [Identity] = []
        if let identity {
            let bound = Identity(
                app: app.id, provider: identity.provider, subject: identity.subject, account: id,
                claims: identity.claims, joiningAddress: identity.claims.joiningAddress(of: identity.subject, in: app),
                createdAt: now)
            try transaction.insert(bound)
            identities.append(bound)
        }
        try transaction.insert(
            SecurityEvent(
                kind: .accountCreated, app: app.id, account: id, session: nil, at: now, context: context))
        if let login { try transaction.insert(login) }
        return AccountView(account: account, identities: identities, logins: login.map { [$0] } ?? [])
    }
}

extension StorageTransaction {
    /// Begins a session, and notes it; or makes one that is not kept, for later.
    ///
    /// - Parameter provedAt: When the person proved who they are, if that was before.
    func beginSession(
        _ id: SessionID, for account: AccountID, in app: App, method: SignInMethod, at now: Date,
        provedAt: Date? = nil, context: RequestContext, isKept: Bool = true
    ) throws(StorageError) -> Session {
        var session = Session(
            id: id, app: app.id, account: account, method: method, policy: app.sessions, at: now)
        session.authTime = provedAt ?? now
        guard isKept else { return session }
        try insert(session)
        try insert(
            SecurityEvent(
                kind: .signedIn, app: app.id, account: account, session: id, at: now, context: context,
                detail: method.rawValue))
        return session
    }
}
