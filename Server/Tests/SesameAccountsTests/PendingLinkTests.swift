import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// Tests of identities from a browser sign-in that are linked in the session of the client that started the flow.
struct PendingLinkTests {
    private let verifier = Secret(String(repeating: "v", count: 43))
    private let redirect = "com.example.authservice:/callback"

    @Test func `a pending identity is linked only in its own session, and once`() async throws {
        let rig = try await FactorRig()
        let email = try #require(EmailAddress("test.user.1@example.com"))
        func signedIn(_ work: () async throws -> SignIn) async throws -> Caller {
            try await rig.caller(try await work().tokens(rig.accounts).accessToken)
        }
        let first = try await signedIn {
            try await rig.accounts.logins.signUp(
                email: email, password: PasswordRig.password, to: rig.app, context: rig.context)
        }
        let second = try await signedIn {
            try await rig.accounts.logins.signIn(
                email: email, password: PasswordRig.password, to: rig.app, context: rig.context)
        }
        let code = try await rig.bring("brought", toBeLinkedIn: first, for: client)
        #expect(second.session.account == first.session.account)
        #expect(try await rig.errorCode { try await link(code, in: second, of: rig) } == .sessionEnded)
        try await link(code, in: first, of: rig)
        #expect(try await rig.errorCode { try await link(code, in: first, of: rig) } == .invalidToken)
    }

    @Test func `a linking nonce identifies its session if it was valid when the browser flow started`() async throws {
        let rig = try await FactorRig()
        let (guest, other) = (try await rig.guest(), try await rig.guest())
        let nonce = rig.accounts.providers.issueNonce(for: guest)
        rig.storage.clock.advance(by: NonceIssuer.lifetime - 1)
        let code = try await rig.bring("a", toBeLinkedBy: nonce, for: client)
        rig.storage.clock.advance(by: 30)
        #expect(try await rig.errorCode { try await link(code, in: other, of: rig) } == .invalidNonce)
        try await link(code, in: guest, of: rig)

        let late = rig.accounts.providers.issueNonce(for: other)
        rig.storage.clock.advance(by: NonceIssuer.lifetime)
        let second = try await rig.bring("b", toBeLinkedBy: late, for: client)
        #expect(try await rig.errorCode { try await link(second, in: other, of: rig) } == .invalidNonce)
    }

    @Test func `a sign-in must be recent when the browser flow starts, and a code expires after a minute`()
        async throws
    {
        let rig = try await FactorRig()
        func person(_ subject: String, setsOutAfter wait: TimeInterval) async throws -> (Caller, Secret) {
            let person = try await rig.person(subject)
            let nonce = rig.accounts.providers.issueNonce(for: person)
            rig.storage.clock.advance(by: wait)
            let code = try await rig.bring(
                "\(subject) elsewhere", toBeLinkedBy: nonce, for: client, after: BrowserFlow.lifetime - 60)
            return (person, code)
        }
        let (early, code) = try await person("a", setsOutAfter: 4 * 60)
        #expect(try await rig.errorCode { try await link(code, in: early, of: rig) } == .providerAlreadyLinked)
        let (late, second) = try await person("b", setsOutAfter: 6 * 60)
        #expect(try await rig.errorCode { try await link(second, in: late, of: rig) } == .reauthenticationRequired)

        let guest = try await rig.guest()
        let third = try await rig.bring(
            "c", toBeLinkedBy: rig.accounts.providers.issueNonce(for: guest), for: client)
        rig.storage.clock.advance(by: AuthorizationCodeGrant.lifetime + 1)
        #expect(try await rig.errorCode { try await link(third, in: guest, of: rig) } == .invalidToken)
    }

    @Test func `a guest is upgraded with the role of the browser flow`() async throws {
        let rig = try await FactorRig(roles: ["ACTEUR", "RECRUTEUR"])
        func link(as role: String?) async throws {
            let guest = try await rig.guest()
            let client = ClientRequest(
                redirectURI: redirect, state: nil, challenge: CodeChallenge(of: verifier), role: role)
            let code = try await rig.bring(
                "role \(role ?? "none")", toBeLinkedBy: rig.accounts.providers.issueNonce(for: guest), for: client)
            let result = try await rig.accounts.authorization.link(
                code: code, to: guest, redirectURI: redirect, verifier: verifier, context: rig.context)
            #expect(result.view.account.role == role)
        }
        try await link(as: "RECRUTEUR")
        #expect(try await rig.errorCode { try await link(as: nil) } == .invalidRequest)
    }

    @Test func `the consent of an unredeemed code is scheduled for revocation`() async throws {
        let rig = try await FactorRig()
        let guest = try await rig.guest()
        let nonce = rig.accounts.providers.issueNonce(for: guest)
        _ = try await rig.bring("a", toBeLinkedBy: nonce, for: client, refreshToken: Secret("refresh"))
        rig.storage.clock.advance(by: ConsentRevocation.patience)
        let jobs = try await rig.storage.engine.read { reader throws(StorageError) in
            let queue = JobQueueID(.revokeConsent, destination: "apple")
            return try reader.dueJobs(in: queue, at: rig.storage.clock.now, limit: 10)
        }
        #expect(jobs.contains { (try? ConsentRevocation($0))?.token != nil })
    }

    @Test func `a used or malformed nonce links nothing`() async throws {
        let rig = try await FactorRig()
        let person = try await rig.person()
        let nonce = rig.accounts.providers.issueNonce(for: person)
        let code = try await rig.bring("a", toBeLinkedBy: nonce, for: client)
        try await link(code, in: person, of: rig)
        let again = try await rig.bring("a", toBeLinkedBy: nonce, for: client)
        #expect(try await rig.errorCode { try await link(again, in: person, of: rig) } == .invalidNonce)
        #expect(LinkingNonce(Secret("")) == nil && LinkingNonce(Secret(String(repeating: "n", count: 201))) == nil)
    }

    private var client: ClientRequest {
        ClientRequest(redirectURI: redirect, state: nil, challenge: CodeChallenge(of: verifier), role: nil)
    }

    private func link(_ code: Secret, in caller: Caller, of rig: FactorRig) async throws {
        _ = try await rig.accounts.authorization.link(
            code: code, to: caller, redirectURI: redirect, verifier: verifier, context: rig.context)
    }
}

extension FactorRig {
    /// Signs in as a new guest, and returns the caller.
    func guest() async throws -> Caller {
        try await caller(
            try await accounts.signIn.signInAnonymously(to: app, context: context).tokens(accounts).accessToken)
    }

    /// Simulates a browser that returns from the provider with an identity. The client can then link the identity in
    /// the caller's session.
    ///
    /// - Returns: The client's authorization code.
    func bring(_ subject: String, toBeLinkedIn caller: Caller, for client: ClientRequest) async throws -> Secret {
        try await bring(subject, .session(LinkingSession(caller.session.id)), for: client)
    }

    /// Simulates a browser that returns from the provider with an identity. The client can then link the identity in
    /// the session to which the nonce belongs.
    ///
    /// - Parameters:
    ///   - wait: The time, in seconds, that the user spends at the provider.
    ///   - refreshToken: The refresh token that the provider issues for the user's consent.
    /// - Returns: The client's authorization code.
    func bring(
        _ subject: String, toBeLinkedBy nonce: Secret, for client: ClientRequest, after wait: TimeInterval = 0,
        refreshToken: Secret? = nil
    ) async throws -> Secret {
        try await bring(
            subject, .nonce(try #require(LinkingNonce(nonce))), for: client, after: wait, refreshToken: refreshToken)
    }

    private func bring(
        _ subject: String, _ linking: ClientLinking, for client: ClientRequest, after wait: TimeInterval = 0,
        refreshToken: Secret? = nil
    ) async throws -> Secret {
        let browser = Secret("browser")
        let request = ClientRequest(
            redirectURI: client.redirectURI, state: nil, challenge: client.challenge, role: client.role,
            linking: linking)
        let start = try accounts.authorization.beginFlow(with: .apple, to: app, for: .client(request), browser: browser)
        let flow = try #require(try await accounts.authorization.flow(of: start.state, from: .apple))
        storage.clock.advance(by: wait)
        let now = storage.clock.now
        let verified = VerifiedIdentity(
            provider: "apple", subject: subject, clientID: AppleDouble.native, issuedAt: now,
            expiresAt: now.addingTimeInterval(3600), carriesNonce: true,
            tokenDigest: accounts.environment.randomBytes(32))
        let handle = try await accounts.authorization.hold(
            CallbackIdentity(
                FilteredIdentity(verified, from: .apple, to: app), flow: flow, refreshToken: refreshToken),
            state: start.state)
        let end = try await accounts.authorization.finishFlow(
            try #require(handle), browser: browser, sessionCookie: nil, apps: AppDirectory([app]), context: context)
        guard case .client(_, let code) = end else { throw NothingBrought() }
        return code
    }

    private struct NothingBrought: Error {}
}
