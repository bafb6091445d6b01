import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

/// Helpers that verify and change the addresses of test users, and that link identities.
extension PasswordRig {
    /// Requests a code, and returns the code from the delivered message.
    func mailed(_ order: OneTimeCodeRequest) async throws -> Secret {
        try await accounts.codes.sendCode(order, of: app, context: context)
        return try await lastCode()
    }

    /// Proves access to the first address's mailbox by an emailed link: a password reset, or a sign-in.
    func openMail(isReset: Bool) async throws {
        guard isReset else {
            let code = try await mailed(.signIn(try email()))
            _ = try await accounts.logins.signIn(with: .link(code), to: app, context: context)
            return
        }
        let code = try await mailed(.resetPassword(try email()))
        _ = try await accounts.logins.resetPassword(with: .link(code), to: Self.other, of: app, context: context)
    }

    /// Verifies a user's address by the emailed link alone, without the session that requested the link.
    func confirm(_ number: Int, askedBy caller: Caller) async throws -> AccountRecord {
        let order = OneTimeCodeRequest.verify(try email(number), of: caller.session.account, askedIn: caller.session.id)
        return try await accounts.logins.verify(with: .link(try await mailed(order)), of: app, context: context)
    }

    /// Returns a user who signed up and confirmed the address in the same session.
    func owner() async throws -> Caller {
        let caller = try await caller(try await signUp())
        let order = OneTimeCodeRequest.verify(try email(), of: caller.session.account, askedIn: caller.session.id)
        _ = try await accounts.logins.verify(
            with: .link(try await mailed(order)), of: app, by: .caller(caller), context: context)
        return caller
    }

    func change(to number: Int, by caller: Caller) async throws {
        _ = try await accounts.logins.changeEmail(of: caller, to: try email(number), context: context)
        _ = try await accounts.logins.verify(
            with: .link(try await lastCode()), of: app, by: .caller(caller), context: context)
    }

    func undo(_ code: Secret) async throws -> AccountRecord {
        try await accounts.logins.undoChange(with: .link(code), of: app, context: context)
    }

    /// Links an Apple identity.
    ///
    /// - Parameter email: The identity's email address. It counts as proved only in the domain `icloud.com`.
    func link(
        _ subject: String, to caller: Caller, email: String? = nil, onConflict: ConflictPolicy = .fail
    ) async throws {
        let nonce = accounts.providers.issueNonce(for: caller)
        let credential = ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex, email: email),
            nonce: nonce)
        _ = try await accounts.linking.link(credential, to: caller, onConflict: onConflict, context: context)
    }
}
