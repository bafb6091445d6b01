import Foundation
package import SesameCore
import SesameTokens
import SesameWire

/// A custom token: a user's id signed by the app's back end, as created by Firebase's admin libraries.
/// https://firebase.google.com/docs/auth/admin/create-custom-tokens
struct FirebaseCustomToken: Sendable {
    /// The id of the user's account, which the sign-in creates if it does not exist.
    let uid: AccountID
    /// The tenant of the user; nil for the project's own accounts.
    let tenant: String?
    /// The custom claims, which apply only to the session that the token begins.
    let claims: JSONObject
    /// The `iat` claim, in seconds since 1970; nil for an emulator's token without one.
    let issuedAt: Int64?

    /// The `aud` of all custom tokens.
    static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    /// The maximum lifetime of a custom token, in seconds.
    static let maxLifetime: Int64 = 3_600
    private static let clockDifference: Int64 = 60

    /// Verifies a token signed by a service account of the app, and parses its claims.
    init(_ token: Secret, of settings: FirebaseSettings, at now: Date) throws(AccountError) {
        guard let jws = try? CompactJWS(parsing: token.exposed), let named = try? jws.claims()["iss"]?.string,
            let account = settings.serviceAccount(named), let claims = account.payload(of: jws)
        else {
            throw AccountError(.invalidToken, "the custom token is not signed by any of the app's service accounts")
        }
        guard claims["sub"]?.string?.hasSameBytes(as: named) == true, claims["aud"]?.string == Self.audience else {
            throw AccountError(.invalidToken, "'sub' must equal 'iss', and 'aud' must be Identity Toolkit's")
        }
        let now = Int64(now.secondsSince1970)
        guard let start = claims["iat"]?.integer, let end = claims["exp"]?.integer, 0 <= start, 0 <= end,
            end - start <= Self.maxLifetime, start <= now + Self.clockDifference
        else { throw AccountError(.invalidToken, "a custom token is valid for at most an hour after 'iat'") }
        guard now < end else { throw AccountError(.invalidToken, "the custom token has expired") }
        try self.init(claims)
    }

    /// Parses a custom token for the emulator, without verifying its signature. The text may also be the token's
    /// payload alone.
    init(unsigned token: Secret) throws(AccountError) {
        let payload = (try? CompactJWS(parsing: token.exposed)).flatMap { try? $0.claims() }
        guard let claims = payload ?? (try? JSONValue(parsing: Array(token.exposed.utf8)))?.object else {
            throw AccountError(.invalidToken, "the custom token must be a JWT or its payload")
        }
        try self.init(claims)
    }

    private init(_ payload: JSONObject) throws(AccountError) {
        guard let uid = payload["uid"]?.string ?? payload["user_id"]?.string, AccountID.isValid(uid) else {
            throw AccountError(.invalidToken, "'uid' must be 1 to 128 visible ASCII characters, and none of #%/<>?\\\"")
        }
        tenant = payload["tenant_id"]?.string
        guard tenant != nil || !payload.contains("tenant_id") else {
            throw AccountError(.invalidToken, "'tenant_id' must be a string, the tenant's id")
        }
        self.uid = AccountID(uid)
        issuedAt = payload["iat"]?.integer
        guard let stated = payload["claims"], !stated.isNull else {
            claims = [:]
            return
        }
        guard let claims = stated.object else { throw AccountError(.invalidToken, "'claims' must be an object") }
        if let refusal = FirebaseUserSession.refusal(of: claims) { throw refusal }
        self.claims = claims
    }
}

extension FirebaseUserSession {
    /// Returns the error if the custom claims contain a reserved name or are too large; nil if they are allowed.
    package static func refusal(of claims: JSONObject) -> AccountError? {
        if let name = (reservedClaims + ownClaims).first(where: { claims.contains($0) }) {
            return AccountError(.invalidRequest, name, field: forbiddenClaim)
        }
        return claims.serialized().count <= AccountMetadata.maxClaimsBytes
            ? nil
            : AccountError(
                .invalidRequest, "claims must be at most \(AccountMetadata.maxClaimsBytes) bytes", field: tooManyClaims)
    }

    /// The value of ``AccountError/field`` for a reserved claim name.
    package static let forbiddenClaim = "claims.name"
    /// The value of ``AccountError/field`` for claims that are too large.
    package static let tooManyClaims = "claims"
}

extension AccountError {
    /// The value of ``field`` for a custom token of a different tenant.
    package static let customTokenTenant = "tenant_id"
}
