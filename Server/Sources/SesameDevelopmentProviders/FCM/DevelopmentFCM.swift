import Foundation
package import SesameCore
import SesameTokens
import SesameWire

/// A development version of Firebase Cloud Messaging. It accepts messages as the real FCM does, but shows them to tests
/// instead of delivering them.
///
/// Each app has a project with the app's name, unless it specifies another. All service accounts share one signing key.
package final class DevelopmentFCM: Sendable {
    struct State {
        var inbox: [FCMMessage] = []
        var faults: [FCMFault] = []
        var tokens: [String: AccessToken] = [:]
        /// The subscribed tokens and installation ids, by project and topic.
        var subscriptions: [String: [String: Set<String>]] = [:]
        var count = 0
    }

    struct AccessToken {
        let project: String
        let expiresAt: Date
    }

    /// The number of stored messages at which the older half is deleted.
    static let capacity = 10_000
    /// The lifetime of an access token in seconds.
    static let tokenLifetime = 3_600

    /// The project ids by app name.
    let projects: [String: String]
    let clock: DevelopmentClock
    let state = Locked(State())
    private let key: Task<ProviderKey, any Error>
    private let random: @Sendable (Int) -> [UInt8]

    init(
        apps: [DevelopmentApp], clock: DevelopmentClock, keys: ProviderKeySource,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        projects = Dictionary(apps.map { ($0.name, $0.firebaseProjectID ?? $0.name) }) { first, _ in first }
        self.clock = clock
        self.random = random
        let pending = keys.begin()
        let keyID = random(20).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        key = Task.detached(priority: .utility) { try ProviderKey(try await pending.value, keyID: keyID) }
    }

    /// Returns the service account key (JSON) as the Firebase console would provide it for an app's project. Throws if
    /// there is no such app.
    ///
    /// - Parameter baseURL: The base URL of the development providers.
    package func serviceAccount(of app: String, baseURL: String) async throws(ProviderError) -> JSONObject {
        guard let project = projects[app] else {
            throw ProviderError(.invalidRequest, "there is no app with that name")
        }
        let key = try await signingKey()
        return [
            "type": "service_account", "project_id": .string(project), "private_key_id": .string(key.keyID),
            "private_key": .string(key.pkcs8), "client_email": .string(Self.email(of: project)),
            "client_id": "100000000000000000000", "auth_uri": .string(baseURL + "/google/o/oauth2/v2/auth"),
            "token_uri": .string(baseURL + FCMAPI.tokenPath),
        ]
    }

    /// The accepted messages, oldest first.
    package var messages: [FCMMessage] { state.withLock(\.inbox) }

    /// Deletes all messages, faults, subscriptions and access tokens.
    package func reset() {
        state.withLock { $0 = State() }
    }

    // MARK: - Access

    /// Returns an access token for a service account's assertion (RFC 7523). Throws the OAuth error if the assertion is
    /// not valid.
    func accessToken(for assertion: String) async throws(TokenEndpointError) -> String {
        let invalid = TokenEndpointError("invalid_grant", "Invalid JWT Signature.")
        guard let jws = try? CompactJWS(parsing: assertion), let claims = try? jws.claims() else {
            throw TokenEndpointError("invalid_grant", "Invalid JWT.")
        }
        let key: ProviderKey
        do throws(ProviderError) { key = try await signingKey() } catch { throw invalid }
        guard let given = jws.header.keyID, given.hasSameBytes(as: key.keyID),
            (try? jws.verify(with: key.publicKey, algorithm: .rs256)) != nil
        else { throw invalid }
        guard let issuer = claims["iss"]?.string,
            let project = projects.values.first(where: { Self.email(of: $0).hasSameBytes(as: issuer) }),
            claims["aud"]?.string?.hasSameBytes(as: Self.audience) == true
        else { throw TokenEndpointError("invalid_grant", "Invalid grant: account not found") }
        let now = Int64(clock.now.timeIntervalSince1970)
        guard let issuedAt = claims["iat"]?.integer, let expiresAt = claims["exp"]?.integer,
            issuedAt <= now + 300, expiresAt > now, expiresAt - issuedAt <= Int64(Self.tokenLifetime)
        else {
            throw TokenEndpointError(
                "invalid_grant",
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.")
        }
        let scopes = (claims["scope"]?.string ?? "").split(separator: " ").map(String.init)
        guard scopes.contains(where: Self.scopes.contains) else {
            throw TokenEndpointError("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
        }
        let token = "ya29.c." + Base64URL.encode(random(48))
        let goodUntil = clock.now.addingTimeInterval(Double(Self.tokenLifetime))
        state.withLock { $0.tokens[token] = AccessToken(project: project, expiresAt: goodUntil) }
        return token
    }

    /// Returns true if the token is an unexpired access token of the project.
    func admits(_ token: String, to project: String) -> Bool {
        let now = clock.now
        return state.withLock { state in
            state.tokens[token].map { $0.project.hasSameBytes(as: project) && now < $0.expiresAt } ?? false
        }
    }

    func signingKey() async throws(ProviderError) -> ProviderKey {
        do {
            return try await key.value
        } catch {
            throw ProviderError(.keys, "the key could not be created")
        }
    }

    private static let audience = "https://oauth2.googleapis.com/token"
    private static let scopes = [
        "https://www.googleapis.com/auth/firebase.messaging", "https://www.googleapis.com/auth/cloud-platform",
    ]

    static func email(of project: String) -> String {
        "firebase-adminsdk-dev@\(project).iam.gserviceaccount.com"
    }
}
