import PrysmExample
import Sesame
import SesameMigration
import SesameTesting
import Testing

@MainActor @Suite struct PrysmTests {
    let service = MockAuthService(users: [.mock(uid: "uid-1"), .mock(uid: "uid-2")])
    let store = MockSessionStore()
    let server = MockProfileService(.mock(of: "uid-1"), .mock(of: "uid-2"))
    let devices = MockPushTokenService()
    let source = MockPushTokenSource()
    let storage = StorageLocation.memory

    /// Runs a test with the launched app, while its view tasks run.
    private func launched(_ test: @MainActor (PrysmExample.AuthService, Pushes) async throws -> Void) async throws {
        let auth = AuthManager(service: service, store: store)
        await auth.restore()
        let profiles = ProfileStore(service: server, auth: auth, storage: .memory)
        let pushes = Pushes(
            service: devices, source: source, profiles: profiles, auth: auth, storage: storage, permission: .granted)
        let running = Task { await pushes.run() }
        defer { running.cancel() }
        try await test(PrysmExample.AuthService(auth), pushes)
    }

    @Test func `an early push token is registered after sign-in, even across a restart`() async throws {
        try await launched { _, pushes in await pushes.updateFCMToken("token-1") }
        try await launched { auth, pushes in
            let user = try await auth.signIn(using: AgreeableSheet())
            #expect(user.uid == "uid-1")
            #expect(auth.user?.uid == "uid-1")
            #expect(await eventually { pushes.registrar.state == .registered })
            #expect(devices.registrations.map(\.uid) == ["uid-1"])
            #expect(devices.registrations.map(\.token) == [PushToken(.fcmToken, Secret("token-1"))])
        }
    }

    @Test func `signing out removes the device registration, and the next user gets the device`() async throws {
        let clock = ManualClock()
        let auth = AuthManager(service: service, store: store, clock: clock.clock)
        let pushes = Pushes(
            service: devices, source: source, profiles: ProfileStore(service: server, auth: auth, storage: .memory),
            auth: auth,
            storage: storage)
        let running = Task { await pushes.run() }
        defer { running.cancel() }
        await pushes.updateFCMToken("token-1")
        try await PrysmExample.AuthService(auth).signIn(using: AgreeableSheet())
        #expect(await eventually { pushes.registrar.state == .registered })
        await PrysmExample.AuthService(auth).signOut()
        #expect(devices.registrations.isEmpty)
        clock.advance(by: .seconds(3))
        try await PrysmExample.AuthService(auth).signIn(using: AgreeableSheet())
        #expect(await eventually { devices.registrations.map(\.uid) == ["uid-2"] })
    }

    @Test func `a failed registration is retried in the foreground`() async throws {
        devices.isOffline = true
        try await launched { auth, pushes in
            await pushes.updateFCMToken("token-1")
            try await auth.signIn(using: AgreeableSheet())
            #expect(await eventually { devices.count(of: .register) == 1 })
            devices.isOffline = false
            await pushes.processPendingFCMToken()
            #expect(await eventually { pushes.registrar.state == .registered })
        }
    }

    @Test func `the push token is registered once the profile exists`() async throws {
        server["uid-1"] = nil
        try await launched { auth, pushes in
            await pushes.updateFCMToken("token-1")
            try await auth.signIn(using: AgreeableSheet())
            #expect(await eventually { server.count(of: .load) > 0 && pushes.registrar.state == .pending })
            #expect(devices.registrations.isEmpty)
            server["uid-1"] = .mock(of: "uid-1")
            await pushes.processPendingFCMToken()
            #expect(await eventually { pushes.registrar.state == .registered })
        }
    }

    @Test func `the previous version's pending push token is taken over and removed`() async throws {
        let preferences = Preferences(["pendingFCMToken": .text("token-0")])
        try await launched { auth, pushes in
            try await pushes.takeOver(from: preferences)
            #expect(!preferences.names.contains("pendingFCMToken"))
            try await auth.signIn(using: AgreeableSheet())
            #expect(await eventually { devices.registrations.map(\.token.value) == [Secret("token-0")] })
        }
    }
}
