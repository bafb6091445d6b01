import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

/// An identity that a browser has brought, for the session in which its client began.
struct PromisedLinkTests {
    private let verifier = Secret(String(repeating: "v", count: 43))
    private let redirect = "com.example.authservice:/callback"

    @Test func `it is linked in that session only, and another one leaves it where it is`() async throws {
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
        let client = ClientRequest(
            redirectURI: redirect, state: nil, challenge: CodeChallenge(of: verifier), role: nil)
        let code = try await rig.bring("brought", toBeLinkedIn: first, for: client)
        func link(in caller: Caller) async throws {
            _ = try await rig.accounts.authorization.link(
                code: code, to: caller, redirectURI: redirect, verifier: verifier, context: rig.context)
        }
        #expect(second.session.account == first.session.account)
        #expect(try await rig.errorCode { try await link(in: second) } == .sessionEnded)
        try await link(in: first)
        #expect(try await rig.errorCode { try await link(in: first) } == .invalidToken)
    }
}

extension FactorRig {
    /// A browser comes back from the provider with an identity that the client is to link in the caller's session.
    ///
    /// - Returns: The code that stands for it.
    func bring(_ subject: String, toBeLinkedIn caller: Caller, for client: ClientRequest) async throws -> Secret {
        let browser = Secret("browser")
        let linking = ClientRequest(
            redirectURI: client.redirectURI, state: nil, challenge: client.challenge, role: nil,
            linking: LinkingSession(caller.session.id))
        let start = try accounts.authorization.beginFlow(with: .apple, to: app, for: .client(linking), browser: browser)
        let flow = try #require(try await accounts.authorization.flow(of: start.state, from: .apple))
        let now = storage.clock.now
        let verified = VerifiedIdentity(
            provider: "apple", subject: subject, clientID: AppleDouble.native, issuedAt: now,
            expiresAt: now.addingTimeInterval(3600), carriesNonce: true,
            tokenDigest: accounts.environment.randomBytes(32))
        let handle = try await accounts.authorization.hold(
            ReturnedIdentity(AdmittedIdentity(verified, from: .apple, to: app), flow: flow), state: start.state)
        let end = try await accounts.authorization.finishFlow(
            try #require(handle), browser: browser, webCookie: nil, apps: AppDirectory([app]), context: context)
        guard case .client(_, let code) = end else { throw NothingBrought() }
        return code
    }

    private struct NothingBrought: Error {}
}
