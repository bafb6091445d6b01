import Foundation
package import SesameCore
import SesameWire

extension FirebaseService {
    /// Signs in with a custom token of the app's back end. If no account has the token's user id, an account is
    /// created, unless an account with this id was deleted.
    package func signIn(
        customToken: Secret, to app: App, context: RequestContext
    ) async throws(AccountError) -> FirebaseSignIn {
        guard let settings = app.firebase else { throw .noFirebase }
        try limiter?.admitCredential(of: app.id, from: context.client)
        let now = environment.now
        let token: FirebaseCustomToken
        do throws(AccountError) {
            token =
                if case .unsigned = firebase {
                    try FirebaseCustomToken(unsigned: customToken)
                } else {
                    try FirebaseCustomToken(customToken, of: settings, at: now)
                }
        } catch {
            observe(.signInRefused(app.id, .custom, error.code))
            throw error
        }
        guard token.tenant.map({ settings.tenant?.hasSameBytes(as: $0) == true }) ?? (settings.tenant == nil) else {
            throw AccountError(
                .invalidToken, "the custom token is for another tenant", field: AccountError.customTokenTenant)
        }
        let signIn = try await observed(app.id, .custom) { () async throws(AccountError) in
            let attempt = CustomSignIn(
                app: app, uid: token.uid, issuedAt: token.issuedAt,
                tombstone: tombstones.reservation(of: token.uid, in: app.id),
                session: newSession(), now: now, context: context)
            let outcome = try await write { transaction throws(StorageError) in try attempt.run(transaction) }
            return try sessions.signIn(from: outcome)
        }
        let tokens = try await firebaseTokens(of: signIn.session, in: app, claims: token.claims)
        return FirebaseSignIn(tokens: tokens, isNewUser: signIn.isNew)
    }
}

/// The result of a sign-in with a custom token.
package struct FirebaseSignIn: Sendable {
    /// The tokens of the session that the sign-in began.
    package let tokens: FirebaseTokens
    /// True if the sign-in created the account.
    package let isNewUser: Bool
}

/// A sign-in to an account by its id, authorized by the app's back end, in one transaction.
struct CustomSignIn: Sendable {
    let app: App
    let uid: AccountID
    /// The custom token's `iat`, in seconds since 1970; nil if it has none.
    let issuedAt: Int64?
    let tombstone: [UInt8]?
    let session: SessionSeed
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        guard let view = try transaction.view(of: uid, in: app.id) else { return try register(transaction) }
        if let issuedAt, let limit = try transaction.tokensValidAfter(of: uid, in: app.id),
            issuedAt < limit.secondsSince1970
        {
            return .refused(
                AccountError(.invalidToken, "the custom token was issued before all tokens of the account were revoked")
            )
        }
        return try transaction.signIn(view, to: app, by: .custom, session, at: now, context: context)
    }

    private func register(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        if let tombstone, try transaction.hasTombstone(tombstone) { return .refused(.deletedID) }
        if let refusal = app.refusal(ofRole: nil) { return .refused(refusal) }
        let account = NewAccount(
            id: uid, app: app, role: nil, profile: app.profile.newProfile(given: nil, claims: nil, at: now),
            identity: nil,
            login: LocalCredential(app: app.id, kind: .custom, name: uid.description, account: uid, createdAt: now))
        let view = try account.insert(transaction, at: now, context: context)
        let begun = try transaction.beginSession(
            session, for: uid, in: app, method: .custom, at: now, context: context)
        return .signedIn(SignIn(view: view, session: begun, isNew: true))
    }
}
