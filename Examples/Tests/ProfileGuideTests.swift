import Guide
import Sesame
import SesameTesting
import SesameWire
import Testing

/// Tests of the guides to profiles and push notifications.
@MainActor @Suite struct ProfileGuideTests {
    let auth = AuthManager(service: MockAuthService(users: [.mock(uid: "uid-1")]), store: MockSessionStore(.sample(1)))
    let server = MockProfileService(
        required: ["name", "birthDate"], steps: OnboardingSteps("aboutYou", "goals"), .mock(of: "uid-1"))

    private func launched(_ test: @MainActor (ProfilesGuide) async throws -> Void) async throws {
        let profiles = ProfileStore(
            service: server, auth: auth, storage: .memory, steps: OnboardingSteps("aboutYou", "goals"))
        let guide = ProfilesGuide(profiles: profiles, state: AppState(auth: auth, profiles: profiles))
        let running = Task { await guide.state.run() }
        defer { running.cancel() }
        #expect(await eventually { guide.state.isOnboardingInProgress })
        try await test(guide)
    }

    @Test func `filling in two pages completes the onboarding`() async throws {
        try await launched { guide in
            try await guide.fillIn()
            #expect(await eventually { guide.state.isOnboardingCompleted })
            #expect(server["uid-1"]?.fields == ["name": "Test User 1", "birthDate": "1990-05-17"])
        }
    }

    @Test func `saving tells a sent change from one that is stored on the phone`() async throws {
        try await launched { guide in
            let saved = try await guide.rename(to: "Test User 2")
            #expect(saved == "Saved")
            server.isOffline = true
            let queued = try await guide.rename(to: "Test User 3")
            #expect(queued.hasPrefix("Saved on this phone"))
        }
    }

    @Test func `the displayed name follows the profile`() async throws {
        try await launched { guide in
            let names = Locked<[String?]>([])
            let following = Task { await guide.follow { name in names.withLock { $0.append(name) } } }
            defer { following.cancel() }
            _ = try await guide.rename(to: "Test User 2")
            #expect(await eventually { names.withLock { $0.last } == "Test User 2" })
        }
    }

    @Test func `the settings show the state of the device registration`() async throws {
        await auth.restore()
        let devices = MockPushTokenService()
        let registrar = PushTokenRegistrar(
            service: devices, source: nil, profiles: ProfileStore(service: server, auth: auth, storage: .memory),
            auth: auth, storage: .memory, permission: .granted)
        let guide = PushGuide(registrar)
        #expect(guide.describe() == "On as soon as you are online")
        let running = Task { await registrar.run() }
        defer { running.cancel() }
        devices.fail(.register, with: AuthError(.invalidRequest, "no such token"))
        await guide.tokenChanged(to: "token-1")
        #expect(await eventually { guide.describe() == "Not available (invalid_request)" })
        devices.fail(.register, with: nil)
        await registrar.retry()
        #expect(await eventually { guide.describe() == "On" })
        await registrar.permissionChanged(to: .denied)
        #expect(guide.describe() == "Off")
    }
}
