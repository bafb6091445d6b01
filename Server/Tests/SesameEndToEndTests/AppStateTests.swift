import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import Testing

/// Tests of an app's screens with the real server, from the first sign-in to the end of onboarding and a restart.
@MainActor struct AppStateTests {
    @Test func `a new user registers, completes onboarding and stays signed in after a restart`() async throws {
        try await RunningServer.run { server in
            let profiles = OnboardingInMemory()
            let app = makeApp(server, profiles)
            let run = Task { await app.run() }
            defer { run.cancel() }
            #expect(await eventually { app.screen == .welcome(.noSession) })
            await app.signIn(using: GoogleOfCastMate(server: server))
            guard case .registration(var form) = app.screen else {
                Issue.record("\(app.screen) \(String(describing: app.problem))")
                return
            }
            #expect(form.prefill.givenName == "Test")
            form.role = "ACTEUR"
            app.updateRegistration(form)
            await app.register()
            #expect(app.problem?.fields == ["nom"])
            form.profile["nom"] = form.prefill.familyName.map { .string($0) }
            app.updateRegistration(form)
            await app.register()
            #expect(app.currentUser?.role == "ACTEUR")
            #expect(await eventually { app.isOnboardingInProgress })
            profiles.state = .finished
            app.completeOnboarding()
            #expect(app.isOnboardingCompleted)

            let restarted = makeApp(server, profiles)
            let next = Task { await restarted.run() }
            defer { next.cancel() }
            #expect(await eventually { restarted.isOnboardingCompleted })
            await restarted.signOut()
            #expect(restarted.screen == .welcome(.byUser))
        }
    }

    private func makeApp(_ server: RunningServer, _ profiles: OnboardingInMemory) -> AppState {
        AppState(
            auth: AuthManager(
                server.configuration(app: "castmate", storage: server.storage(of: "phone"))),
            profiles: profiles)
    }

    private func eventually(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<2_000 {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}

/// A profile source that stores the onboarding's state in memory.
private final class OnboardingInMemory: ProfileSource {
    @MainActor var state: OnboardingState?

    func load(for user: UserAuthInfo) async -> ProfileLookupResult {
        let state = await MainActor.run { self.state }
        return state.map { .found($0) } ?? .missing
    }
}

/// A simulation of Google's sign-in sheet, which returns an ID token of Test User 1.
private struct GoogleOfCastMate: CredentialSource {
    let server: RunningServer

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let nonce = try await request.nonce()
        let order = MintRequest(client: .app("castmate"), person: .testUser(1), nonce: .raw(nonce.value.exposed))
        do {
            return .google(idToken: Secret(try await server.providers.google.mint(order).idToken), nonce: nonce)
        } catch {
            throw AuthError(.internal, "the development provider made no token", cause: error)
        }
    }
}
