import Foundation
import SesameCore

/// An account to be created, with its first sign-in method: a provider's identity or a local credential. A guest's
/// account has neither.
struct NewAccount: Sendable {
    let id: AccountID
    let app: App
    let role: String?
    let profile: StoredProfile
    let identity: FirstIdentity?
    /// The local credential to insert with the account; nil for a guest, and for an account whose sign-in method is a
    /// provider's identity or is added afterwards.
    var login: LocalCredential?

    struct FirstIdentity: Sendable {
        let provider: Provider
        let subject: String
        let claims: IdentityClaims
    }

    func insert(
        _ transaction: any StorageTransaction, at now: Date, context: RequestContext
    ) throws(StorageError) -> AccountRecord {
        let account = Account(
            id: id, app: app.id, createdAt: now, lastSignInAt: now, role: role, profile: profile)
        try transaction.insert(account)
        var identities: [Identity] = []
        if let identity {
            let bound = Identity(
                app: app.id, provider: identity.provider, subject: identity.subject, account: id,
                claims: identity.claims,
                linkableEmail: identity.claims.linkableEmail(
                    of: identity.subject, at: identity.provider, in: app),
                createdAt: now)
            try transaction.insert(bound)
            identities.append(bound)
        }
        try transaction.insert(
            SecurityEvent(
                kind: .accountCreated, app: app.id, account: id, session: nil, at: now, context: context))
        if let login { try transaction.insert(login) }
        return AccountRecord(account: account, identities: identities, logins: login.map { [$0] } ?? [])
    }
}

extension NewAccount {
    /// Creates an account whose first sign-in method is a local credential that the user has just verified.
    init(
        verified name: String, _ kind: LocalCredential.Kind, password: PasswordHash? = nil, id: AccountID, app: App,
        at now: Date
    ) {
        self.init(
            id: id, app: app, role: nil, profile: app.profile.newProfile(given: nil, claims: nil, at: now),
            identity: nil,
            login: LocalCredential(
                app: app.id, kind: kind, name: name, account: id, createdAt: now, verifiedAt: now, password: password,
                passwordChangedAt: password == nil ? nil : now))
    }
}
