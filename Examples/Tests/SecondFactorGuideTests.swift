import Guide
import Sesame
import SesameTesting
import Testing

struct SecondFactorGuideTests {
    private let clock = ManualClock()

    @Test func `a user adds an authenticator app, gets recovery codes and removes the app`() async throws {
        let auth = AuthManager(
            service: MockAuthService(clock: clock.clock), store: MockSessionStore(), clock: clock.clock)
        try await auth.signIn(using: AgreeableSheet())
        let screens = SecondFactors(auth)
        let begun = try await screens.begin()
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        #expect(try await screens.add(app.code(at: clock.now).exposed).count == 10)
        let factor = try #require(try await auth.secondFactors().factors.first)
        try await screens.remove(factor, showing: app.code(at: clock.now).exposed)
        #expect(try await auth.secondFactors().factors.isEmpty)
    }
}
