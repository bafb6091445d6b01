import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of authorization codes that a client gets after a password sign-in on the page of `/authorize`.
struct PasswordCodeTests {
    private let verifier = Secret(String(repeating: "v", count: 43))
    private static let redirect = "com.example.authservice:/callback"

    private var client: ClientRequest {
        ClientRequest(
            redirectURI: Self.redirect, state: nil, challenge: CodeChallenge(of: verifier), role: nil)
    }

    private func redeem(_ code: Secret, _ rig: PasswordRig) async throws -> SignIn {
        try await rig.accounts.authorization.redeem(
            code, client: rig.app, redirectURI: Self.redirect, verifier: verifier, context: rig.context)
    }

    private func code(_ rig: PasswordRig, _ password: Secret = PasswordRig.password) async throws -> Secret {
        try self.code(
            in: try await rig.accounts.authorization.signIn(
                email: try rig.email(), password: password, to: rig.app, role: nil, for: client,
                browser: Secret("browser"), context: rig.context))
    }

    private func code(in end: FlowResult) throws -> Secret {
        guard case .client(_, let code) = end else { throw AccountError(.invalidTransition, "no code for the client") }
        return code
    }

    @Test func `a session starts when the code is redeemed, not before`() async throws {
        let rig = try await PasswordRig()
        let person = try await rig.signUp()
        let caller = try await rig.caller(person)
        let code = try await code(rig)
        #expect(try await rig.accounts.sessions.sessions(of: caller).count == 1)
        let result = try await redeem(code, rig)
        #expect(result.view.account.id == person.view.account.id && !result.isNew)
        #expect(try await rig.accounts.sessions.sessions(of: caller).count == 2)
        #expect(try await rig.events(of: person.view.account.id).count { $0 == .signedIn } == 2)
        #expect(try await rig.code { _ = try await redeem(code, rig) } == .invalidToken)
    }

    @Test func `a new user gets an account at once, and a session when the code is redeemed`() async throws {
        let rig = try await PasswordRig()
        let end = try await rig.accounts.authorization.signUp(
            email: try rig.email(), password: PasswordRig.password, to: rig.app, role: nil, profile: [:], for: client,
            context: rig.context)
        let code = try code(in: end)
        let account = try #require(try await rig.login()?.account)
        #expect(try await rig.events(of: account) == [.accountCreated])
        let result = try await redeem(code, rig)
        #expect(result.isNew && result.view.account.id == account)
    }

    @Test func `a wrong password or a taken email address gets no code`() async throws {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        #expect(try await rig.code { _ = try await code(rig, PasswordRig.other) } == .invalidCredentials)
        let taken = try await rig.code {
            _ = try await rig.accounts.authorization.signUp(
                email: try rig.email(), password: PasswordRig.other, to: rig.app, role: nil, profile: [:],
                for: client, context: rig.context)
        }
        #expect(taken == .credentialInUse)
    }

    @Test func `a code is rejected after the password changes or the account is deleted`() async throws {
        let rig = try await PasswordRig()
        let caller = try await rig.caller(try await rig.signUp())
        let (first, second) = (try await code(rig), try await code(rig))
        rig.storage.clock.advance(by: 1)
        _ = try await rig.accounts.logins.changePassword(of: caller, to: PasswordRig.other, context: rig.context)
        #expect(try await rig.code { _ = try await redeem(first, rig) } == .invalidToken)
        #expect(try await rig.code { _ = try await redeem(second, rig) } == .invalidToken)
        let third = try await code(rig, PasswordRig.other)
        _ = try await redeem(third, rig)
        let fourth = try await code(rig, PasswordRig.other)
        _ = try await rig.accounts.deletion.deleteAccount(of: caller, context: rig.context)
        #expect(try await rig.code { _ = try await redeem(fourth, rig) } == .userDeleted)
    }
}
