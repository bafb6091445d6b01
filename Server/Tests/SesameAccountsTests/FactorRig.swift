import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// A test app with passwords and second factors, and helpers that sign users in and add factors.
struct FactorRig: AccountRig {
    let storage: TestStorage
    let apple: AppleDouble
    let accounts: Services
    let messages: MessageDouble
    let app: App
    let context = RequestContext(requestID: "test", client: ClientAddress(high: 0, low: 0xffff_cb00_7101))

    static let number = PhoneNumber("+33612345678")

    init(
        limiter: RateLimiter? = nil, messageRules: MessageRules = MessageRules(),
        kinds: Set<SecondFactor.Kind> = [.totp, .phone],
        emailLinking: EmailLinking = .never, passwords: PasswordPolicy = PasswordPolicy(), roles: [String] = []
    ) async throws {
        storage = try TestStorage()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .sha256Hex)
        app = App(
            id: try #require(AppID("authservice")), providers: [.apple: settings], allowsAnonymous: true,
            emailLinking: emailLinking, roles: roles, passwords: passwords, secondFactors: SecondFactorSettings(kinds))
        apple = AppleDouble(serving: app.id, clock: storage.clock)
        messages = MessageDouble()
        accounts = try await PasswordRig.system(
            storage, apple, messages, limiter: limiter, messageRules: messageRules)
    }

    func credential(_ subject: String) throws -> ProviderCredential {
        let nonce = accounts.providers.issueNonce(for: app)
        return ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex), nonce: nonce)
    }

    func signIn(_ subject: String = "a") async throws -> SignIn {
        try await accounts.signIn.signIn(with: try credential(subject), to: app, context: context)
    }

    func person(_ subject: String = "a") async throws -> Caller {
        try await caller(try await signIn(subject).tokens(accounts).accessToken)
    }

    /// Adds ``number`` as a second factor, confirmed with the code from the text message.
    func addPhone(to caller: Caller) async throws -> SecondFactor {
        let number = try #require(Self.number)
        _ = try await accounts.secondFactors.startFactorEnrollment(.phone(number), of: caller, context: context)
        return try await accounts.secondFactors.finishFactorEnrollment(
            .phone, with: try await text(), of: caller, context: context)
    }

    /// Delivers the due messages, and returns the code from the last text message.
    func text() async throws -> Secret {
        try await deliver()
        let body = try #require(messages.sent.last { $0.channel == .sms }).body
        return Secret(String(body.prefix(6)))
    }

    /// Runs a sign-in that must require a second factor, and returns the pending sign-in.
    func pending(_ work: () async throws -> Void) async throws -> PendingSignIn {
        let refusal = try await refusal(work)
        #expect(refusal?.code == .secondFactorRequired)
        return try await accounts.secondFactors.pendingSignIn(try #require(refusal?.secondFactor).ticket, to: app)
    }

    func show(_ factor: SecondFactorInput, _ pending: PendingSignIn) async throws -> SignIn {
        try await accounts.secondFactors.signIn(pending, showing: factor, to: app, context: context)
    }

    func errorCode(_ work: () async throws -> Void) async throws -> AuthError.Code? { try await refusal(work)?.code }

    func factors(of caller: Caller) async throws -> [SecondFactor] {
        try await accounts.directory.account(caller.session.account, in: app.id).factors
    }
}
