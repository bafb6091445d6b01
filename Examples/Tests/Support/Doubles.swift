import Foundation
import Sesame
import SesameMigration
import SesameTesting
import Testing

/// A sheet that the user accepts at once.
struct AgreeableSheet: CredentialSource {
    var method: SignInMethod? = .google
    var person = "test-user-1"
    var role: String?

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let nonce = try await request.nonce()
        guard method == .apple else { return .google(idToken: Secret(person), nonce: nonce, role: role) }
        return .apple(
            idToken: Secret(person), nonce: nonce, role: role, authorizationCode: Secret("c-1"),
            name: PersonName(givenName: "Test", familyName: "User 1"))
    }
}

/// Preferences stored in memory.
final class Preferences: LegacyPreferences {
    var values: [String: LegacyValue]

    init(_ values: [String: LegacyValue]) { self.values = values }

    var names: [String] { Array(values.keys) }
    func value(of name: String) -> LegacyValue? { values[name] }
    func write(_ value: LegacyValue, as name: String) { values[name] = value }
    func remove(_ name: String) { values[name] = nil }
}

extension AuthError {
    static let isOffline = AuthError(.offline, "no network")

    /// Returns the server's error for an identity without an account.
    static func noAccount(ticket: String = "t-1") -> AuthError {
        var error = AuthError(.accountNotFound, "no account")
        error.registration = RegistrationOffer(
            ticket: Secret(ticket), expiresIn: .seconds(1_800),
            prefill: .init(
                email: "test.user.1@example.com", givenName: "Test", familyName: "User 1"))
        return error
    }
}

/// Lets other tasks run until the condition holds. Returns false if it does not hold after 5,000 checks.
@MainActor func eventually(_ condition: () async -> Bool) async -> Bool {
    for turn in 0..<5_000 {
        if await condition() { return true }
        if turn < 500 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return false
}

/// Runs a test with an app state that follows the manager's session, once its screen is no longer `launching`.
@MainActor func withState(
    _ auth: AuthManager, profiles: some ProfileSource, _ test: @MainActor (AppState) async throws -> Void
) async rethrows {
    let state = AppState(auth: auth, profiles: profiles)
    let running = Task { await state.run() }
    defer { running.cancel() }
    #expect(await eventually { state.screen != .launching })
    try await test(state)
}
