import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@MainActor @Suite struct SesameClientTests {
    let clock = ManualClock()
    let service: MockAuthService
    /// The profile back end, with a new user's profile. Clients without an onboarding show the app to this user.
    let profiles = MockProfileService(.mock(of: UserAuthInfo.first.uid))
    let devices = MockPushTokenService()
    let store = MemorySessionStore()
    let storage = StorageLocation.memory
    let warnings = Locked<[String]>([])

    init() {
        service = MockAuthService(clock: clock.clock, users: [.first])
    }

    private var configuration: AuthConfiguration {
        var configuration = AuthConfiguration(
            service: service, storage: storage.keepingSession(in: store), clock: clock.clock, apple: Sheet())
        configuration.profiles = { [profiles] _ in profiles }
        configuration.pushes = { [devices] auth in devices.authenticated(by: auth) }
        return configuration
    }

    private func makeClient(
        _ configuration: AuthConfiguration? = nil, onboarding: SesameClient.Onboarding = .none,
        pushTokens: (any PushTokenSource)? = nil
    ) -> SesameClient {
        SesameClient(
            configuration ?? self.configuration, onboarding: onboarding, pushTokens: pushTokens
        ) { [warnings] warning in warnings.withLock { $0.append(warning) } }
    }

    private struct Sheet: CredentialSource {
        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            .apple(user: "u-1")
        }
    }

    /// Runs the test while the app is shown.
    private func shown(_ client: SesameClient, _ test: @MainActor () async throws -> Void) async throws {
        let running = Task { await client.run() }
        #expect(await eventually { client.state.screen != .launching })
        do {
            try await test()
        } catch {
            running.cancel()
            throw error
        }
        running.cancel()
        await running.value
    }

    @Test func `the configuration sets the sign-in methods, and the app sets guests and roles`() {
        #expect(makeClient().options.ways == [.apple])
        let client = SesameClient(configuration, allowsGuests: true, roles: ["ACTEUR", "RECRUTEUR"])
        #expect(client.options.ways == [.apple, .guest])
        #expect(client.options.roles == ["ACTEUR", "RECRUTEUR"])
    }

    @Test func `one run follows session, profile and device registration from sign-in to sign-out`()
        async throws
    {
        let client = makeClient()
        #expect(client.options.ways == [.apple])
        try await shown(client) {
            await client.pushes?.didReceive(.one)
            await client.state.signIn(using: Sheet())
            #expect(await eventually { client.state.screen == .ready(.first) })
            #expect(await eventually { client.profiles.snapshot?.profile.uid == UserAuthInfo.first.uid })
            #expect(await eventually { client.pushes?.state == .registered })
            #expect(devices.registrations.map(\.uid) == [UserAuthInfo.first.uid])
            await client.state.signOut()
            #expect(devices.registrations.isEmpty)
            #expect(client.profiles.snapshot == nil)
            // No data of the user remains on the device.
            #expect(
                await eventually {
                    (try? storage.storage(.profile).read(for: UserAuthInfo.first.uid)) == CacheContent.empty
                })
            guard case .welcome = client.state.screen else {
                Issue.record("the sign-in is not shown")
                return
            }
        }
    }

    @Test func `a device is registered as soon as a save creates its user's profile`() async throws {
        let profiles = MockProfileService()
        var configuration = configuration
        configuration.profiles = { _ in profiles }
        let client = makeClient(configuration)
        try await shown(client) {
            await client.pushes?.didReceive(.one)
            await client.state.signIn(using: Sheet())
            #expect(await eventually { client.profiles.snapshot != nil || profiles.count(of: .load) > 0 })
            #expect(devices.registrations.isEmpty)
            var draft = try await client.profiles.draft()
            draft[.string("city")] = "Lyon"
            try await client.profiles.save(draft)
            #expect(await eventually { client.pushes?.state == .registered })
        }
    }

    @Test func `a failed registration is retried on return to the foreground`() async throws {
        let client = makeClient()
        try await shown(client) {
            devices.fail(.register, with: .isOffline)
            await client.pushes?.didReceive(.one)
            await client.state.signIn(using: Sheet())
            #expect(await eventually { devices.count(of: .register) == 1 && client.pushes?.state == .pending })
            devices.fail(.register, with: nil)
            await client.becomeActive()
            #expect(await eventually { client.pushes?.state == .registered })
        }
    }

    @Test func `pending changes survive a restart and are sent on return to the foreground`() async throws {
        let client = makeClient()
        try await shown(client) {
            await client.state.signIn(using: Sheet())
            #expect(await eventually { client.state.screen == .ready(.first) })
            #expect(await eventually { client.profiles.snapshot?.origin == .server })
            profiles.isOffline = true
            var draft = try await client.profiles.draft()
            draft[.string("city")] = "Paris"
            try await client.profiles.save(draft)
            profiles.isOffline = false
            await client.becomeActive()
            #expect(profiles["uid-1"]?[.string("city")] == "Paris")

            profiles.isOffline = true
            draft[.string("city")] = "Lyon"
            try await client.profiles.save(draft)
        }
        let restarted = makeClient()
        try await shown(restarted) {
            #expect(await eventually { restarted.state.screen == .ready(.first) })
            #expect(await eventually { restarted.profiles.snapshot?.profile[.string("city")] == "Lyon" })
            profiles.isOffline = false
            await restarted.becomeActive()
            #expect(await eventually { profiles["uid-1"]?[.string("city")] == "Lyon" })
        }
    }

    @Test func `a back end without profiles and pushes shows the app and rejects profile changes`() async throws {
        var configuration = configuration
        (configuration.profiles, configuration.pushes) = (nil, nil)
        let client = makeClient(configuration)
        #expect(client.pushes == nil)
        try await shown(client) {
            await client.state.signIn(using: Sheet())
            #expect(await eventually { client.state.screen == .ready(.first) })
            var draft = try await client.profiles.draft()
            draft[.string("city")] = "Lyon"
            let error = await #expect(throws: AuthError.self) { try await client.profiles.save(draft) }
            #expect(error?.code == .readOnlyField && error?.fields == ["city"])
            // The change is not stored as a waiting one.
            await client.becomeActive()
            #expect(client.profiles.snapshot?.profile[.string("city")] == nil)
            #expect(client.profiles.snapshot?.pendingFields == [])
            #expect(try storage.storage(.outbox).read(for: UserAuthInfo.first.uid) == .empty)
        }
    }

    @Test func `without an onboarding the app is shown although the profile cannot be loaded`() async throws {
        profiles.isOffline = true
        let client = makeClient()
        try await shown(client) {
            await client.state.signIn(using: Sheet())
            #expect(await eventually { client.state.screen == .ready(.first) })
            #expect(client.state.problem == nil && client.profiles.snapshot == nil)
            profiles.isOffline = false
            await client.becomeActive()
            #expect(client.profiles.snapshot?.profile.uid == "uid-1")
            let count = profiles.count(of: .load)
            await client.becomeActive()
            #expect(profiles.count(of: .load) == count)
        }
    }

    @Test func `a new user is shown the onboarding, as a form or as steps`() async throws {
        for onboarding in [SesameClient.Onboarding.form, .steps(OnboardingSteps("one", "two"))] {
            let client = makeClient(onboarding: onboarding)
            try await shown(client) {
                if client.auth.auth == nil { await client.state.signIn(using: Sheet()) }
                #expect(await eventually { client.state.isOnboardingInProgress })
            }
        }
    }

    @Test func `a released client is deallocated despite its pending work`() async throws {
        weak var (auth, profiles, pushes) = (AuthManager?.none, ProfileStore?.none, PushTokenRegistrar?.none)
        do {
            let client = makeClient()
            (auth, profiles, pushes) = (client.auth, client.profiles, client.pushes)
            try await shown(client) {
                devices.fail(.register, with: .isOffline)
                await client.pushes?.didReceive(.one)
                await client.state.signIn(using: Sheet())
                #expect(await eventually { client.pushes?.state == .pending && devices.count(of: .register) > 0 })
                #expect(await eventually { client.profiles.snapshot?.origin == .server })
                self.profiles.isOffline = true
                var draft = try await client.profiles.draft()
                draft[.string("city")] = "Lyon"
                try await client.profiles.save(draft)
            }
        }
        #expect(await eventually { auth == nil && profiles == nil && pushes == nil })
    }

    @Test func `a preview stores profile changes`() async throws {
        let client = SesameClient(.mock(signedInAs: .mock(uid: "uid-1")))
        try await shown(client) {
            #expect(await eventually { client.state.screen == .ready(.mock(uid: "uid-1")) })
            var draft = try await client.profiles.draft()
            draft[.string("city")] = "Lyon"
            try await client.profiles.save(draft)
            #expect(client.profiles.snapshot?.profile[.string("city")] == "Lyon")
            draft = try await client.profiles.draft()
            draft[.string("city")] = nil
            try await client.profiles.save(draft)
            #expect(client.profiles.snapshot?.profile[.string("city")] == nil)
        }
    }

    @Test func `a server configuration sends profile and push requests to its server for its app`() async throws {
        let server = try #require(URL(string: "https://auth.example.com/base"))
        for isDevelopment in [true, false] {
            let transport = RecordingTransport()
            let storage = StorageLocation.mock(sessions: MockSessionStore(.sample(1, at: Date())))
            let configuration =
                isDevelopment
                ? AuthConfiguration.development(
                    server: server, app: "couple", storage: storage, browser: GoogleWebSignInTests.Browser(),
                    transport: transport)
                : .production(server: server, app: "couple", storage: storage, transport: transport)
            let auth = AuthManager(configuration)
            await auth.restore()
            let uid = try auth.getAuthId()
            _ = try? await configuration.profiles?(auth).load(for: uid)
            _ = try? await configuration.pushes?(auth).register(.one, installation: "i", for: uid)
            let sent = transport.requests.filter { !$0.url.path.hasSuffix("/refresh") }
            #expect(sent.map(\.url.absoluteString).allSatisfy { $0.hasPrefix("https://auth.example.com/base/v1/me/") })
            #expect(Set(sent.map(\.method)) == ["GET", "PUT"])
            #expect(sent.allSatisfy { $0.headers["Sesame-App"] == Secret("couple") })
        }
    }

    #if DEBUG
        @Test func `a client that is not run warns after ten seconds, and a running one does not`() async throws {
            let forgotten = makeClient()
            #expect(await eventually { clock.sleeperCount == 1 })
            clock.advance(by: .seconds(11))
            #expect(await eventually { warnings.withLock { $0.count } == 1 })
            #expect(warnings.withLock { $0.first?.contains("SesameClient.run()") } == true)
            withExtendedLifetime(forgotten) {}

            let client = makeClient()
            #expect(await eventually { clock.sleeperCount == 1 })
            try await shown(client) {
                clock.advance(by: .seconds(11))
                #expect(await eventually { clock.sleeperCount == 0 })
                // A client that is forgotten later is reported after its own time limit.
                let other = makeClient()
                #expect(await eventually { clock.sleeperCount == 1 })
                clock.advance(by: .seconds(11))
                #expect(await eventually { warnings.withLock { $0.count } == 2 })
                withExtendedLifetime(other) {}
            }
            #expect(warnings.withLock { $0.count } == 2)
        }

        @Test func `an onboarding or push token source that the back end does not support causes a warning`() {
            struct Source: PushTokenSource {
                func currentToken() async throws(AuthError) -> PushToken? { nil }
            }
            var bare = configuration
            (bare.profiles, bare.pushes) = (nil, nil)
            for onboarding in [SesameClient.Onboarding.form, .steps(OnboardingSteps("one"))] {
                _ = makeClient(bare, onboarding: onboarding)
                _ = makeClient(onboarding: onboarding, pushTokens: Source())
            }
            #expect(warnings.withLock { $0.count } == 2)
            #expect(warnings.withLock { $0.allSatisfy { $0.contains("profile back end") } })
            _ = makeClient(bare, pushTokens: Source())
            #expect(warnings.withLock { $0.last?.contains("push back end") } == true)
        }
    #endif
}
