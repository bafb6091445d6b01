import Foundation
import Logging
import SesameCore
import SesameTokens
import SesameWire

@testable import SesameAccounts
@testable import SesameHTTP
@testable import SesameNativeSurface
@testable import SesameOperations
@testable import SesameSQLite
@testable import SesameServer
@testable import SesameSurface

/// The server over a real database, with identity providers whose signing key the fuzzer holds.
final class FuzzWorld: Sendable {
    let router: Router
    private let accounts: Services
    private let app: App
    private let explicitApp: App
    private let storage: SQLiteStorage
    private let folder: URL
    private let key: FuzzKey
    private let people = Locked(0)

    private static let url = "https://sign-in.test"

    /// A push service that accepts every message, so that the routes for push notifications work.
    private struct PushesNowhere: PushSender {
        func serves(_ app: AppID) -> Bool { true }
        func send(_ push: OutgoingPush) async -> PushDeliveryResult { .sent }
    }

    /// Creates the world with a new database in a temporary folder.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-fuzz-\(UUID().uuidString)")
        storage = try SQLiteStorage(folder: folder.path)
        key = try FuzzKey()
        var configuration = try ServerConfiguration(parsing: Array(Self.configuration.utf8))
        guard let app = configuration.apps.defaultApp,
            let explicitApp = AppID("castmate").flatMap({ configuration.apps[$0] })
        else { stop("there are no apps") }
        self.app = app
        self.explicitApp = explicitApp
        configuration.webClients[app.id, .google] = .google(clientID: "google-couple", secret: Secret("secret"))
        let environment = SesameAccounts.RuntimeEnvironment(clock: { TokenTime.now })
        let masterKey = try MasterKey((0..<32).map { UInt8($0 * 7 + 7) })
        let ring = Locked<Result<KeyRing, any Error>?>(nil)
        waiting { [storage] in
            let made: Result<KeyRing, any Error>
            do {
                made = .success(
                    try await KeyRing(
                        storage: storage, environment: environment, masterKey: masterKey,
                        schedule: KeyRotationSchedule()))
            } catch {
                made = .failure(error)
            }
            ring.withLock { $0 = made }
        }
        guard let keys = try ring.withLock({ try $0?.get() }) else { stop("there are no signing keys") }
        accounts = Services(
            storage: storage, environment: environment, credentials: Self.credentials(key), push: PushesNowhere(),
            keys: keys, masterKey: masterKey, publicURL: Self.url)
        let metrics = ServerMetrics(configuration.apps)
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        let log = SesameApplication.log(accounts, configuration, metrics, limiter: nil, logger)
        router = SesameApplication.router(
            accounts, configuration, ProviderOAuthClient(client: HTTPClient(), publicURL: Self.url),
            admin: AdminAPI(
                accounts: accounts, apps: configuration.apps, build: BuildInfo.current.json,
                bootstrap: AdminBootstrap(folder: folder.path), log: log),
            limiter: nil,
            wiring: MetricsSources(metrics, jobs: KnownJobKinds(Set(accounts.maintenance.queues.keys))),
            log: log
        )
    }

    deinit {
        storage.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns a client's credentials by placeholder: a new guest's tokens, session and CSRF token, a nonce, an ID
    /// token and a registration ticket of two new users, and an admin key. `visitor` is the CSRF token for the cookie
    /// of the same value.
    func credentials() async -> [String: String] {
        do {
            let guest = try await accounts.signIn.signInAnonymously(to: app, context: Self.context)
            let tokens = try accounts.sessions.tokens(for: guest.session, in: AppDirectory([app]))
            let cookie = accounts.sessions.sessionCookie(of: tokens.session)
            return [
                "access": tokens.accessToken.exposed, "refresh": tokens.refreshToken.exposed,
                "session": tokens.session.description, "cookie": cookie.exposed,
                "form": accounts.authorization.csrfToken(for: cookie).exposed,
                "visitor": accounts.authorization.csrfToken(for: Secret("visitor")).exposed,
                "nonce": accounts.providers.issueNonce(for: app).exposed,
                "google": idToken(for: "google-couple").exposed,
                "ticket": await ticket(),
                "admin": try await accounts.adminKeys.makeDevelopmentAdminKey(context: Self.context).exposed,
            ]
        } catch {
            stop("there are no credentials: \(error)")
        }
    }

    /// Creates a guest account. Returns its session, and the placeholders of an Appwrite client: the guest's
    /// credentials, a new user's ID token and an API key.
    func appwriteGuest() async -> (session: Session, credentials: [String: String]) {
        do {
            let session = try await accounts.signIn.signInAnonymously(to: app, context: Self.context).session
            let tokens = try accounts.sessions.tokens(for: session, in: AppDirectory([app]))
            // The first use is recorded before any states are compared.
            let secret = accounts.sessions.sessionSecret(of: session)
            _ = try await accounts.sessions.authenticate(sessionSecret: secret, in: app)
            let held = [
                "secret": secret.exposed, "jwt": tokens.accessToken.exposed, "uid": session.account.description,
                "session": session.id.description, "google": idToken(for: "google-couple").exposed,
                "admin": try await accounts.adminKeys.makeDevelopmentAdminKey(context: Self.context).exposed,
            ]
            return (session, held)
        } catch {
            stop("there is no guest: \(error)")
        }
    }

    /// Returns the record, sessions, devices and metadata of a guest's account as text, for comparison.
    func state(of guest: Session) async -> String {
        do {
            return try await storage.read { [app] reader throws(StorageError) in
                let view = try reader.view(of: guest.account, in: app.id)
                let sessions = try reader.sessions(of: guest.account, in: app.id)
                    .map { "\($0.id) \(String(describing: $0.termination))" }
                let devices = try reader.devices(of: guest.account, in: app.id).map(\.installation)
                let details = try reader.details(of: guest.account, in: app.id)
                return "\(String(describing: view)) \(sessions) \(devices) \(String(describing: details))"
            }
        } catch {
            stop("the account cannot be read: \(error)")
        }
    }

    /// Returns the registration ticket of a user without an account, in an app with explicit sign-up; empty if the
    /// server returns no ticket.
    private func ticket() async -> String {
        let credential = ProviderCredential(provider: .google, idToken: idToken(for: "google-castmate"), nonce: nil)
        do throws(AccountError) {
            _ = try await accounts.signIn.signIn(with: credential, to: explicitApp, context: Self.context)
            return ""
        } catch {
            return error.registration?.ticket.exposed ?? ""
        }
    }

    private func idToken(for audience: String) -> Secret {
        let number = people.withLock { number in
            number += 1
            return number
        }
        let claims: JSONObject = [
            "iss": "https://accounts.google.com", "aud": .string(audience), "sub": .string("person-\(number)"),
            "iat": .integer(TokenTime.seconds), "exp": .integer(TokenTime.seconds + 3_600),
            "email": .string("test.user.\(number)@gmail.com"), "email_verified": true,
        ]
        return Secret(String(decoding: key.token(type: "JWT", payload: claims.serialized()), as: UTF8.self))
    }

    private static let context = RequestContext(requestID: "fuzz")

    private static func credentials(_ key: FuzzKey) -> CredentialVerifier {
        let profiles: [(Provider, ProviderProfile)] = [(.google, .google), (.apple, .apple)]
        let verifiers = profiles.map { provider, profile in
            var profile = profile
            profile.algorithm = .es256
            let cache = JWKSCache(
                url: profile.keysURL, algorithm: .es256, source: FixedKeys(set: JSONWebKeySet([key.publicKey])),
                clock: TokenClock(wall: { TokenTime.now }))
            return (provider, ProviderTokenVerifier(profile: profile, keys: cache))
        }
        return CredentialVerifier(Dictionary(uniqueKeysWithValues: verifiers))
    }

    private static let configuration = """
        {"publicURL": "https://sign-in.test", "dataDir": "unused", "keyFile": "unused", "defaultApp": "couple",
         "corsOrigins": ["https://page.test"],
         "apps": {
           "couple": {"providers": {"google": {"clientIDs": ["google-couple"]}, "apple": {"clientIDs": ["apple.couple"]},
                                    "anonymous": true},
                      "profile": {
                        "fields": {"name": "string", "age": "integer", "born": "date", "flag": "bool",
                          "goals": {"type": "strings", "default": []}, "mood": {"type": "choice", "values": ["fine"]},
                          "place": {"type": "object", "members": {"city": "string", "at": "number"}},
                          "isSubscribed": {"type": "bool", "owner": "server", "default": false},
                          "createdAt": {"type": "date", "owner": "server", "from": "createdAt"}},
                        "required": ["name"], "onboarding": {"steps": ["aboutYou", "goals"]}},
                      "redirectURIs": ["com.example.couple:/signed-in"], "loopbackRedirects": true,
                      "appwrite": {"projectID": "couple", "origins": ["https://page.test"]}},
           "castmate": {"providers": {"google": {"clientIDs": ["google-castmate"]}}, "signUp": "explicit",
                        "roles": ["ACTEUR", "RECRUTEUR"], "profile": {"required": ["nom"]}, "language": "fr",
                        "appwrite": {"projectID": "castmate", "origins": ["https://castmate.test"]},
                        "contract": {"accessDays": 30, "role": "string"}}}}
        """
}
