import Foundation
import SesameCore
import SesamePasswords
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// A test app with passwords, hashed at minimal cost.
struct PasswordRig: AccountRig {
    let storage: TestStorage
    let apple: AppleDouble
    let accounts: Services
    let messages: MessageDouble
    let app: App
    let context = RequestContext(requestID: "test", client: ClientAddress(high: 0, low: 0xffff_cb00_7101))

    static let password = Secret("three small green boats")
    static let other = Secret("four large red kites")

    init(
        _ policy: PasswordPolicy? = PasswordPolicy(), roles: [String] = [], limiter: RateLimiter? = nil,
        messageRules: MessageRules = MessageRules(), parameters: Argon2id = .minimal,
        hasher: (any PasswordHasher)? = nil, options: SQLiteOptions = SQLiteOptions(),
        observe: @escaping @Sendable (MetricsEvent) -> Void = { _ in }
    ) async throws {
        storage = try TestStorage(options)
        let settings = ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .sha256Hex)
        app = App(
            id: try #require(AppID("authservice")), providers: [.apple: settings], allowsAnonymous: true,
            roles: roles, passwords: policy, secondFactors: SecondFactorSettings([.totp, .phone]))
        apple = AppleDouble(serving: app.id, clock: storage.clock)
        messages = MessageDouble()
        accounts = try await Self.system(
            storage, apple, messages, limiter: limiter, messageRules: messageRules, parameters: parameters,
            hasher: hasher, observe: observe)
    }

    static func system(
        _ storage: TestStorage, _ apple: AppleDouble, _ messages: MessageDouble? = nil, limiter: RateLimiter? = nil,
        messageRules: MessageRules = MessageRules(), parameters: Argon2id = .minimal,
        hasher: (any PasswordHasher)? = nil, observe: @escaping @Sendable (MetricsEvent) -> Void = { _ in }
    ) async throws -> Services {
        let masterKey = try MasterKey.test()
        let keys = try await KeyRing(
            storage: storage.engine, environment: storage.environment, masterKey: masterKey,
            schedule: KeyRotationSchedule())
        return Services(
            storage: storage.engine, environment: storage.environment, credentials: try apple.verifier(),
            codes: apple, notifications: try apple.notificationVerifier(),
            passwords: try hasher ?? PasswordService(parameters, threads: 1), messages: messages, limiter: limiter,
            messageRules: messageRules, observe: observe,
            keys: keys, masterKey: masterKey, publicURL: "https://sign-in.example.com")
    }

    func email(_ number: Int = 1) throws -> EmailAddress {
        try #require(EmailAddress("test.user.\(number)@example.com"))
    }

    func signUp(_ number: Int = 1, _ password: Secret = Self.password) async throws -> SignIn {
        try await accounts.logins.signUp(email: try email(number), password: password, to: app, context: context)
    }

    func signIn(_ number: Int = 1, _ password: Secret = Self.password) async throws -> SignIn {
        try await accounts.logins.signIn(email: try email(number), password: password, to: app, context: context)
    }

    func caller(_ result: SignIn) async throws -> Caller { try await caller(result.tokens(accounts).accessToken) }

    func guest() async throws -> Caller {
        try await caller(try await accounts.signIn.signInAnonymously(to: app, context: context))
    }

    func person(_ subject: String) async throws -> Caller {
        let nonce = accounts.providers.issueNonce(for: app)
        let credential = ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex), nonce: nonce)
        return try await caller(try await accounts.signIn.signIn(with: credential, to: app, context: context))
    }

    /// Delivers the due messages of the outbox, and returns the digits or the link's secret from the last message.
    func lastCode() async throws -> Secret {
        try await deliver()
        let message = try #require(messages.sent.last)
        if let link = message.body.split(whereSeparator: \.isWhitespace).first(where: { $0.contains("code=") }) {
            return Secret(String(link.split(separator: "=").last ?? ""))
        }
        let words = message.body.split { !$0.isNumber }
        return Secret(String(try #require(words.first { $0.count == 6 })))
    }

    func login(_ number: Int = 1) async throws -> LocalCredential? {
        let (name, id) = (try email(number).description, app.id)
        return try await storage.engine.read { reader throws(StorageError) in
            try reader.login(.email, name: name, in: id)
        }
    }

    func code(_ work: () async throws -> Void) async throws -> AuthError.Code? { try await refusal(work)?.code }
}
