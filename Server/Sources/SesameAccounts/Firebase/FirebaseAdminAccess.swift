package import Foundation
package import SesameCore
import SesameTokens
import SesameWire

/// A service account that calls the admin methods. It has authenticated with its key within the last hour.
package struct FirebaseAdminAccess: Sendable {
    /// The service account's email address, which identifies it.
    package let email: String
    /// The ids of the apps that trusted the service account when the access token was issued.
    let apps: [String]
    let expiresAt: Int64

    /// The lifetime of an access token, in seconds.
    package static let lifetime: TimeInterval = 3_600
    static let prefix = "fa_"
    private static let macLength = 32

    /// Parses a presented token; nil unless it was issued with this key and is valid now.
    init?(_ presented: Secret, key: DerivedKey, at now: Date) {
        let text = Array(presented.exposed.utf8)
        guard text.starts(with: Self.prefix.utf8), let bytes = Base64URL.decode(text.dropFirst(Self.prefix.utf8.count)),
            bytes.count > Self.macLength
        else { return nil }
        let body = Array(bytes.dropLast(Self.macLength))
        guard key.isCode(bytes.suffix(Self.macLength), of: body), let json = (try? JSONValue(parsing: body))?.object,
            let email = json["email"]?.string, let apps = json["apps"]?.array?.compactMap(\.string),
            let expiresAt = json["exp"]?.integer, Int64(now.secondsSince1970) < expiresAt
        else { return nil }
        self.init(email: email, apps: apps, expiresAt: expiresAt)
    }

    init(email: String, apps: [String], expiresAt: Int64) {
        self.email = email
        self.apps = apps
        self.expiresAt = expiresAt
    }

    func text(key: DerivedKey) -> Secret {
        let json: JSONObject = [
            "email": .string(email), "apps": .array(apps.map { .string($0) }), "exp": .integer(expiresAt),
        ]
        let body = json.serialized()
        return Secret(Self.prefix + Base64URL.encode(body + key.code(for: body)))
    }
}

extension FirebaseService {
    /// Returns an access token for an assertion signed by a service account (RFC 7523, section 2.1).
    ///
    /// - Parameter audience: The URL of the called endpoint. Google's libraries always specify Google's endpoint, which
    ///   is accepted as well; any other audience is refused.
    package func firebaseAccess(
        assertion: Secret, audience: String, apps: AppDirectory
    ) throws(AccountError) -> Secret {
        let now = Int64(environment.now.secondsSince1970)
        guard let jws = try? CompactJWS(parsing: assertion.exposed), let email = try? jws.claims()["iss"]?.string else {
            throw AccountError(.invalidToken, "the assertion must be a JWT with an issuer")
        }
        var trusting: [String] = []
        var claims: JSONObject = [:]
        for app in apps.apps.values {
            guard let payload = app.firebase?.serviceAccount(email)?.payload(of: jws) else { continue }
            trusting.append(app.id.description)
            claims = payload
        }
        guard !trusting.isEmpty else {
            throw AccountError(.invalidToken, "the assertion is not signed by any of the service accounts")
        }
        guard let named = claims["aud"]?.string,
            named.hasSameBytes(as: audience) || named.hasSameBytes(as: FirebaseAdminAccess.usualAudience)
        else {
            throw AccountError(.invalidToken, "'aud' must be the URL of this endpoint")
        }
        guard let start = claims["iat"]?.integer, let end = claims["exp"]?.integer, 0 <= start,
            start <= now + 60, now < end,
            end - start <= Int64(FirebaseAdminAccess.lifetime)
        else { throw AccountError(.invalidToken, "'iat' and 'exp' must be current and at most an hour apart") }
        let scopes = claims["scope"]?.string?.split(separator: " ") ?? []
        guard scopes.contains(where: { scope in FirebaseAdminAccess.scopes.contains { $0 == scope } }) else {
            throw AccountError(
                .insufficientScope,
                "the assertion must request one of the scopes \(FirebaseAdminAccess.scopes.joined(separator: ", "))")
        }
        let access = FirebaseAdminAccess(
            email: email, apps: trusting.sorted(), expiresAt: now + Int64(FirebaseAdminAccess.lifetime))
        return access.text(key: firebaseKeys.access)
    }

    /// Returns true if the credential has the prefix of a service account's access token or of an admin key. No ID
    /// token has these prefixes.
    package static func isAdminCredential(_ credential: Secret) -> Bool {
        [FirebaseAdminAccess.prefix, AdminKeyText.prefix].contains { credential.exposed.utf8.starts(with: $0.utf8) }
    }

    /// Returns the service account of an access token, if the app still trusts it; nil for any other credential.
    package func firebaseAccess(_ presented: Secret, to app: App) -> FirebaseAdminAccess? {
        guard let access = FirebaseAdminAccess(presented, key: firebaseKeys.access, at: environment.now),
            access.apps.contains(where: { $0.hasSameBytes(as: app.configuredAppID.description) }),
            app.firebase?.serviceAccount(access.email) != nil
        else { return nil }
        return access
    }
}

extension FirebaseAdminAccess {
    /// The `aud` of the assertions that Google's libraries create.
    static let usualAudience = "https://oauth2.googleapis.com/token"
    /// The OAuth scopes that allow admin calls. An assertion must request at least one of them.
    static let scopes = [
        "https://www.googleapis.com/auth/identitytoolkit", "https://www.googleapis.com/auth/firebase",
        "https://www.googleapis.com/auth/cloud-platform",
    ]
}
