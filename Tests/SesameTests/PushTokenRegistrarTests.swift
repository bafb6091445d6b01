import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct PushTokenRegistrarTests {
    let rig = PushRig()

    @Test func `a token received before the sign-in is registered after it`() async throws {
        let registrar = await rig.launch()
        await registrar.didReceive(.one)
        #expect(registrar.state == .pending)
        #expect(rig.service.count(of: .register) == 0)
        try await rig.signIn()
        #expect(await eventually { registrar.state == .registered })
        #expect(rig.service.registrations.map(\.uid) == ["uid-1"])
        #expect(rig.source.count == 0)
    }

    @Test func `a waiting token survives a restart of the app`() async throws {
        await rig.launch().didReceive(.one)
        let restarted = await rig.launch()
        try await rig.signIn()
        #expect(await eventually { restarted.state == .registered })
        #expect(rig.service.registrations.map(\.token) == [.one])
    }

    @Test func `without a waiting token a fresh one is requested after the sign-in, once`() async throws {
        let registrar = await rig.launch()
        #expect(rig.source.count == 0)
        try await rig.signIn()
        #expect(await eventually { rig.source.count == 1 })
        #expect(registrar.state == .waitingForToken)
        rig.source.answer(.success(.two))
        await registrar.retry()
        #expect(await eventually { registrar.state == .registered })
        #expect(rig.service.registrations.map(\.token) == [.two])
        #expect(rig.source.count == 2)
    }

    @Test func `nothing is registered before the profile exists`() async throws {
        rig.profiles.answer(.missing)
        let registrar = await rig.launch()
        await registrar.didReceive(.one)
        try await rig.signIn()
        #expect(await eventually { rig.profiles.asked == ["uid-1"] })
        #expect(registrar.state == .pending)
        #expect(rig.service.count(of: .register) == 0)
        await registrar.profileAppeared(for: "uid-2")
        #expect(rig.service.count(of: .register) == 0)
        await registrar.profileAppeared(for: "uid-1")
        #expect(await eventually { registrar.state == .registered })
    }

    @Test func `a failed registration is retried after growing delays, and at once in the foreground`() async throws {
        rig.service.fail(.register, with: .isOffline)
        let registrar = await rig.launch()
        await registrar.didReceive(.one)
        try await rig.signIn()
        for (attempt, seconds) in [(1, 1.5), (2, 3), (3, 6)] {
            #expect(await eventually { rig.clock.sleeperCount == 1 })
            #expect(rig.service.count(of: .register) == attempt)
            rig.clock.advance(by: .seconds(seconds - 0.1))
            #expect(rig.clock.sleeperCount == 1)
            rig.clock.advance(by: .seconds(0.2))
        }
        #expect(await eventually { rig.service.count(of: .register) == 4 })
        #expect(registrar.state == .pending)
        rig.service.fail(.register, with: nil)
        await registrar.retry()
        #expect(await eventually { registrar.state == .registered })
    }

    @Test func `a registration waits for the server's retry time`() async throws {
        var error = AuthError(.rateLimited, "")
        error.retryAfter = .seconds(60)
        rig.service.fail(.register, with: error)
        let registrar = await rig.launch()
        await registrar.didReceive(.one)
        try await rig.signIn()
        #expect(await eventually { rig.clock.sleeperCount == 1 })
        rig.clock.advance(by: .seconds(59))
        #expect(rig.clock.sleeperCount == 1)
    }

    @Test func `a failed registration is retried at the next launch`() async throws {
        rig.service.fail(.register, with: .isOffline)
        let registrar = await rig.launch()
        await registrar.didReceive(.one)
        try await rig.signIn()
        #expect(await eventually { rig.service.count(of: .register) == 1 })
        rig.service.fail(.register, with: nil)
        let restarted = await rig.launch()
        #expect(await eventually { restarted.state == .registered })
    }

    @Test func `a rejected token is not sent again, but another token is`() async throws {
        rig.service.fail(.register, with: AuthError(.invalidRequest, ""))
        let registrar = await rig.launch()
        await registrar.didReceive(.one)
        try await rig.signIn()
        #expect(await eventually { registrar.state == .failed(.invalidRequest) })
        await registrar.didReceive(.one)
        #expect(rig.service.count(of: .register) == 1)
        rig.service.fail(.register, with: nil)
        await registrar.didReceive(.two)
        #expect(await eventually { registrar.state == .registered })
    }

    @Test func `a new token replaces the old one`() async throws {
        let registrar = try await rig.registered()
        await registrar.didReceive(.two)
        #expect(await eventually { rig.service.registrations.map(\.token) == [.two] })
        #expect(await eventually { registrar.state == .registered })
    }

    @Test func `a token received during a registration is registered after it`() async throws {
        rig.service.hold(.register)
        let registrar = await rig.launch()
        await registrar.didReceive(.one)
        try await rig.signIn()
        #expect(await eventually { rig.service.count(of: .register) == 1 })
        await registrar.didReceive(.two)
        rig.service.release(.register)
        #expect(await eventually { rig.service.registrations.map(\.token) == [.two] })
        #expect(await eventually { registrar.state == .registered })
    }

    @Test func `a registration is not repeated at each launch, but renewed after a week`() async throws {
        _ = try await rig.registered()
        let restarted = await rig.launch()
        #expect(await eventually { restarted.state == .registered })
        #expect(rig.service.count(of: .register) == 1)
        rig.clock.advance(by: PushMachine.renewal)
        let later = await rig.launch()
        #expect(await eventually { rig.service.count(of: .register) >= 2 })
        #expect(await eventually { later.state == .registered })
    }

    @Test func `the next user on the device is registered under a new installation ID`() async throws {
        let registrar = try await rig.registered()
        let first = rig.service.registrations
        try await rig.signIn(.second)
        #expect(await eventually { rig.service.registrations.map(\.uid) == ["uid-2"] })
        #expect(await eventually { registrar.state == .registered })
        #expect(rig.service.registrations[0].token == first[0].token)
        #expect(rig.service.registrations[0].installation != first[0].installation)
    }

    @Test func `a response for one user does not mark another user as registered`() async throws {
        rig.service.hold(.register)
        let registrar = await rig.launch()
        await registrar.didReceive(.one)
        try await rig.signIn()
        #expect(await eventually { rig.service.count(of: .register) == 1 })
        rig.service.fail(.register, with: .isOffline)
        try await rig.signIn(.second)
        #expect(await eventually { rig.service.count(of: .register) == 2 })
        rig.service.release(.register)
        #expect(await eventually { rig.clock.sleeperCount == 1 })
        #expect(registrar.state == .pending)
    }

    @Test func `another session of the same user registers again`() async throws {
        let registrar = try await rig.registered()
        let installation = rig.service.registrations[0].installation
        try await rig.signIn()
        #expect(await eventually { rig.service.count(of: .register) == 2 })
        #expect(await eventually { registrar.state == .registered })
        #expect(rig.service.registrations.map(\.installation) == [installation])
    }

    @Test func `a legacy token is registered unless there is a newer one`() async throws {
        let registrar = await rig.launch()
        try await registrar.importLegacyToken(.one)
        try await rig.signIn()
        #expect(await eventually { rig.service.registrations.map(\.token) == [.one] })
        try await registrar.importLegacyToken(.two)
        #expect(rig.service.registrations.map(\.token) == [.one])
    }

    @Test func `a denied permission is a state, and a later grant registers the device`() async throws {
        let registrar = await rig.launch()
        await registrar.permissionChanged(to: .notAsked)
        #expect(registrar.state == .notAsked)
        await registrar.permissionChanged(to: .denied)
        try await rig.signIn()
        #expect(registrar.state == .denied)
        #expect(rig.source.count == 0)
        rig.source.answer(.success(.one))
        await registrar.permissionChanged(to: .granted)
        #expect(await eventually { registrar.state == .registered })
    }

    @Test func `a push service without a token fails the registration and is asked once`() async throws {
        rig.source.answer(.failure(AuthError(.providerRequired, "no entitlement")))
        let registrar = await rig.launch()
        try await rig.signIn()
        #expect(await eventually { registrar.state == .failed(.providerRequired) })
        #expect(rig.source.count == 1)
    }

    @Test func `a device is registered once the app's own profile source reports the profile`() async throws {
        struct Telling: ProfileSource {
            let progress: AsyncStream<OnboardingProgress>

            func load(for user: UserAuthInfo) async -> ProfileLookupResult { .missing }
        }
        let (progress, told) = AsyncStream.makeStream(of: OnboardingProgress.self)
        let registrar = PushTokenRegistrar(
            service: rig.service, source: nil, profiles: Telling(progress: progress), auth: rig.manager,
            storage: .mock(device: rig.storage), permission: .granted, clock: rig.clock.clock)
        let running = Task { await registrar.run() }
        defer { running.cancel() }
        await registrar.didReceive(.one)
        try await rig.signIn()
        #expect(await eventually { registrar.state == .pending })
        told.yield(OnboardingProgress(uid: UserAuthInfo.first.uid, state: .finished))
        #expect(await eventually { registrar.state == .registered })
    }

    @Test func `a locked device registers its stored token once it is unlocked`() async throws {
        await rig.launch().didReceive(.one)
        rig.storage.fail(with: .isLocked)
        let registrar = await rig.launch()
        try await rig.signIn()
        #expect(rig.service.count(of: .register) == 0)
        rig.storage.fail(with: nil)
        await registrar.retry()
        #expect(await eventually { rig.service.registrations.map(\.token) == [.one] })
    }
}

/// The setup of a device that receives push notifications.
struct PushRig {
    let clock = ManualClock()
    let auth: MockAuthService
    let manager: AuthManager
    let service = MockPushTokenService()
    let source = MockPushTokenSource()
    let profiles = ScriptedProfiles()
    let storage = MockDeviceStorage()
    let log = RecordingLog()
    private let run = Locked<Task<Void, Never>?>(nil)

    init() {
        auth = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: auth, store: MemorySessionStore(), clock: clock.clock)
        for user in [UserAuthInfo.first, .second, .guest] { profiles.answer(.found(.finished), for: user) }
    }

    func signIn(_ user: UserAuthInfo = .first) async throws {
        auth.users = [user]
        try await manager.signIn(with: .google(idToken: Secret("t"), nonce: nil))
    }

    /// Launches the app and returns its registrar, which is already listening.
    func launch() async -> PushTokenRegistrar {
        await manager.restore()
        let registrar = PushTokenRegistrar(
            service: service, source: source, profiles: profiles, auth: manager, storage: .mock(device: storage),
            permission: .granted,
            log: log,
            clock: clock.clock, random: { 0.5 })
        // The registrar of the previous launch stops.
        run.withLock { run in
            run?.cancel()
            run = Task { await registrar.run() }
        }
        await registrar.retry()
        return registrar
    }

    func registered() async throws -> PushTokenRegistrar {
        let registrar = await launch()
        await registrar.didReceive(.one)
        try await signIn()
        _ = await eventually { registrar.state == .registered }
        return registrar
    }
}
