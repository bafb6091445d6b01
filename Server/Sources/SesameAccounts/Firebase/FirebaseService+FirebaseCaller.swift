import Foundation
package import SesameCore
import SesameTokens
import SesameWire

/// A caller with an ID token of Firebase's protocol; token, session and account are valid now.
package struct FirebaseCaller: Sendable {
    /// The caller, with the app and the session of the token.
    package let caller: Caller
    /// The caller's account with its sign-in methods.
    package let view: AccountRecord
    /// The account's metadata, such as the operator's custom claims.
    package let details: AccountMetadata
    /// The custom claims in the ID token, from the operator and from the session's custom token.
    package let claims: JSONObject

    /// The claims of the session's custom token. Claims that the account has with the same value are left out.
    package var sessionClaims: JSONObject {
        JSONObject(claims.members.filter { details.claims[$0.name] != $0.value })
    }
}

extension FirebaseService {
    /// Verifies an ID token of the app's project, and checks that its session and account are valid now. Throws if the
    /// token, the session or the account is not valid.
    package func authenticate(firebaseToken token: Secret, of app: App) async throws(AccountError) -> FirebaseCaller {
        guard let settings = app.firebase else { throw .noFirebase }
        let now = environment.now
        guard let (header, claims) = open(firebase: token) else {
            throw AccountError(.notAuthenticated, "the ID token was not issued by this server")
        }
        let token = try FirebaseIDToken(claims, header: header)
        guard token.issuer.hasSameBytes(as: settings.issuer), token.audience.hasSameBytes(as: settings.projectID) else {
            throw AccountError(.notAuthenticated, "the ID token is for another project")
        }
        guard token.isCurrent(at: now) else {
            var refusal = AccountError(.notAuthenticated, "the ID token has expired")
            refusal.rejection = .expired
            throw refusal
        }
        let found = try await read { reader throws(StorageError) -> (SessionState, AccountWithMetadata)? in
            guard let state = try reader.sessionState(token.session),
                let account = try reader.detailedAccount(state.session.account, in: state.session.app)
            else { return nil }
            return (state, account)
        }
        guard let (state, account) = found else {
            throw try await sessions.refusalForMissing(AccountID(token.subject), in: app.id)
        }
        var session = state.session
        // The sessions of an absorbed account belong to the surviving account, and have ended.
        guard session.app == app.id,
            session.termination != nil || session.account.description.hasSameBytes(as: token.subject)
        else { throw AccountError(.notAuthenticated, "the ID token does not match its session") }
        if let refusal = session.refusal(disabledAt: state.disabledAt, at: now) { throw sessions.timely(refusal) }
        if let limit = account.details.tokensValidAfter, token.issuedAt < limit.secondsSince1970 {
            throw AccountError(.sessionRevoked, "the ID token was issued before all tokens of the account were revoked")
        }
        // From the first use on, a repetition of the provider's token that began this session no longer returns the
        // session.
        if session.acknowledge(0) { session = try await sessions.noting(0, of: session, at: now) }
        return FirebaseCaller(
            caller: Caller(app: app, session: session, checkedAt: now), view: account.view,
            details: account.details, claims: token.ownClaims)
    }
}

struct FirebaseIDToken {
    let issuer: String
    let audience: String
    let subject: String
    let session: SessionID
    let issuedAt: Int64
    let expiresAt: Int64
    private let members: JSONObject

    init(_ claims: JSONObject, header: JOSEHeader) throws(AccountError) {
        guard let issuer = claims["iss"]?.string, let audience = claims["aud"]?.string,
            let subject = claims["sub"]?.string, let issuedAt = claims["iat"]?.integer,
            let expiresAt = claims["exp"]?.integer, let session = header.members["sid"]?.string
        else { throw AccountError(.notAuthenticated, "a required claim of the ID token is missing or invalid") }
        self.issuer = issuer
        self.audience = audience
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.session = SessionID(session)
        members = claims
    }

    /// The maximum time by which a token's `iat` may lie in the future, in seconds.
    private static let clockDifference: Int64 = 60

    func isCurrent(at now: Date) -> Bool {
        let now = Int64(now.secondsSince1970)
        return now < expiresAt && issuedAt <= now + Self.clockDifference
    }

    /// The custom claims, without the standard claims of ID tokens.
    var ownClaims: JSONObject {
        let known = FirebaseUserSession.reservedClaims + FirebaseUserSession.ownClaims + ["name", "picture"]
        return JSONObject(members.members.filter { member in !known.contains { $0.hasSameBytes(as: member.name) } })
    }
}
