import Foundation
package import SesameCore
import SesameTokens
import SesameWire

/// A custom token: a statement of a user's id by the app's back end, as created by Firebase's admin libraries.
/// https://firebase.google.com/docs/auth/admin/create-custom-tokens
struct FirebaseCustomToken: Sendable {
    /// The id of the user's account.
    let uid: AccountID
    /// The token's tenant; nil if it names none.
    let tenant: String?
    /// The session's custom claims.
    let claims: JSONObject
    /// The `iat` claim, in seconds since 1970; nil for an emulator's token without one.
    let issuedAt: Int64?

    /// The `aud` of all custom tokens.
    static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    /// The maximum lifetime of a custom token, in seconds.
    static let greatestLife: Int64 = 3_600
    private static let clockDifference: Int64 = 60

    /// Verifies a token signed by a service account of the app.
    init(_ token: Secret, of settings: FirebaseSettings, at now: Date) throws(Refusal) {
        guard let jws = try? CompactJWS(parsing: token.exposed), let named = try? jws.claims()["iss"]?.string,
            let account = settings.serviceAccount(named), let claims = account.payload(of: jws)
        else { throw Refusal(.invalidToken, "the custom token is signed by none of the app's service accounts") }
        guard claims["sub"]?.string?.hasSameBytes(as: named) == true, claims["aud"]?.string == Self.audience else {
            throw Refusal(.invalidToken, "'sub' is 'iss', and 'aud' Identity Toolkit's")
        }
        let now = Int64(now.secondsSince1970)
        guard let start = claims["iat"]?.integer, let end = claims["exp"]?.integer, 0 <= start, 0 <= end,
            end - start <= Self.greatestLife, start <= now + Self.clockDifference
        else { throw Refusal(.invalidToken, "a custom token is good for an hour from 'iat' at most") }
        guard now < end else { throw Refusal(.invalidToken, "the custom token has expired") }
        try self.init(claims)
    }

    /// Parses an emulator's token, which is unsigned and may be the payload alone.
    init(unsigned token: Secret) throws(Refusal) {
        let payload = (try? CompactJWS(parsing: token.exposed)).flatMap { try? $0.claims() }
        guard let claims = payload ?? (try? JSONValue(parsing: Array(token.exposed.utf8)))?.object else {
            throw Refusal(.invalidToken, "this is no custom token")
        }
        try self.init(claims)
    }

    private init(_ payload: JSONObject) throws(Refusal) {
        guard let uid = payload["uid"]?.string ?? payload["user_id"]?.string, AccountID.canBe(uid) else {
            throw Refusal(.invalidToken, "'uid' is 1 to 128 visible ASCII characters, and none of #%/<>?\\\"")
        }
        tenant = payload["tenant_id"]?.string
        guard tenant != nil || !payload.contains("tenant_id") else {
            throw Refusal(.invalidToken, "'tenant_id' is a tenant's id")
        }
        self.uid = AccountID(uid)
        issuedAt = payload["iat"]?.integer
        guard let stated = payload["claims"], !stated.isNull else {
            claims = [:]
            return
        }
        guard let claims = stated.object else { throw Refusal(.invalidToken, "'claims' is no object") }
        if let refusal = FirebasePerson.refusal(of: claims) { throw refusal }
        self.claims = claims
    }
}

extension FirebasePerson {
    /// Returns the error if these claims are not allowed.
    package static func refusal(of claims: JSONObject) -> Refusal? {
        if let name = (reservedClaims + ownClaims).first(where: { claims.contains($0) }) {
            return Refusal(.invalidRequest, name, field: forbiddenClaim)
        }
        return claims.serialized().count <= AccountDetails.greatestClaims
            ? nil
            : Refusal(
                .invalidRequest, "claims have at most \(AccountDetails.greatestClaims) bytes", field: tooManyClaims)
    }

    /// The field of a refusal for a reserved claim name.
    package static let forbiddenClaim = "claims.name"
    /// The field of a refusal for claims that are too large.
    package static let tooManyClaims = "claims"
}

extension Refusal {
    /// The field of a refusal for a custom token of another tenant.
    package static let customTokenTenant = "tenant_id"
}
