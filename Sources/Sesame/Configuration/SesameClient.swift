import Foundation
import SesameCore
import SesameWire

/// The parts that most apps are made of: session, profile, the device's registration for pushes, and screen.
///
/// One for each app and place, made in the `App`; a view is made many times:
/// ```swift
/// @State private var client = SesameClient(
///     .production(server: url, app: "hello", storage: .keychain(name: "hello"), apple: AppleSheetSource()))
/// ```
/// `AuthGate` of `SesameUI` runs it; without that view an app calls ``run()`` and ``becomeActive()``.
@MainActor public final class SesameClient {
    /// The pages that somebody new goes through before they are in the app.
    public enum Onboarding: Sendable {
        /// None: a person who is signed in is in the app, also while their profile cannot be loaded.
        case none
        /// One form, which ``ProfileStore/complete(_:)`` ends.
        case form
        /// Steps, in order; ``ProfileStore/complete(_:)`` ends the last one.
        case steps(OnboardingSteps)
    }

    /// The session on this device, and the way to sign in and out.
    public let auth: AuthManager
    /// The profile of the person who is signed in. A back end without profiles has one without fields for everybody.
    public let profiles: ProfileStore
    /// The device's registration for pushes; nil where the back end has none. On Apple's systems it asks for no token
    /// before ``PushTokenRegistrar/permissionChanged(to:)``: `PushNotifications` of `SesameApple` tells it.
    public let pushes: PushTokenRegistrar?
    /// The screen to show.
    public let state: AppState
    /// The ways to sign in.
    public let options: SignInOptions

    private let onboarding: Onboarding
    private var hasRun = false

    /// The app of a configuration.
    /// - Parameters:
    ///   - onboarding: The pages for somebody new.
    ///   - allowsGuests: True to let people in without an account. The back end lets them in, too, or refuses.
    ///   - allowsPasswords: True to have the views offer a form with an address and a password. The back end takes them,
    ///     too, or refuses.
    ///   - allowsMailedCodes: True to have the views offer a code to an address. The back end sends them, or refuses.
    ///   - allowsTextedCodes: True to have the views offer a code to a phone's number, in the same way.
    ///   - roles: The roles that the person chooses from, in apps with roles; the first one is chosen beforehand.
    ///   - pushTokens: The source of tokens for pushes; nil where the app hands them to
    ///     ``PushTokenRegistrar/received(_:)``.
    public convenience init(
        _ configuration: AuthConfiguration, onboarding: Onboarding = .none, allowsGuests: Bool = false,
        allowsPasswords: Bool = false, allowsMailedCodes: Bool = false, allowsTextedCodes: Bool = false,
        roles: [String] = [], pushTokens: (any PushTokenSource)? = nil
    ) {
        self.init(
            configuration, onboarding: onboarding, allowsGuests: allowsGuests, allowsPasswords: allowsPasswords,
            allowsMailedCodes: allowsMailedCodes, allowsTextedCodes: allowsTextedCodes, roles: roles,
            pushTokens: pushTokens,
            warn: { FileHandle.standardError.write(Data("Sesame: \($0)\n".utf8)) })
    }

    /// - Parameter warn: Called in a debug build with each thing that the app seems to have forgotten.
    init(
        _ configuration: AuthConfiguration, onboarding: Onboarding = .none, allowsGuests: Bool = false,
        allowsPasswords: Bool = false, allowsMailedCodes: Bool = false, allowsTextedCodes: Bool = false,
        roles: [String] = [], pushTokens: (any PushTokenSource)? = nil,
        warn: @escaping @Sendable (String) -> Void
    ) {
        let auth = AuthManager(configuration)
        let service: any ProfileService = configuration.profiles?(auth) ?? NoProfileService()
        let profiles = ProfileStore(
            service: service, auth: auth, storage: configuration.storage, steps: onboarding.steps,
            clock: configuration.clock)
        self.auth = auth
        self.profiles = profiles
        pushes = configuration.pushes.map { service in
            PushTokenRegistrar(
                service: service(auth), source: pushTokens, profiles: profiles, auth: auth,
                storage: configuration.storage,
                log: configuration.log, clock: configuration.clock)
        }
        state =
            switch onboarding {
            case .none: AppState(auth: auth, profiles: NoOnboarding(profiles: profiles))
            case .form, .steps: AppState(auth: auth, profiles: profiles)
            }
        options = SignInOptions(
            configuration, allowsGuests: allowsGuests, allowsPasswords: allowsPasswords,
            allowsMailedCodes: allowsMailedCodes, allowsTextedCodes: allowsTextedCodes, roles: roles)
        self.onboarding = onboarding
        #if DEBUG
            if pushTokens != nil, pushes == nil {
                warn("the configuration has no back end for pushes: the source of tokens is never asked")
            }
            switch onboarding {
            case .form where configuration.profiles == nil, .steps where configuration.profiles == nil:
                warn("the configuration has no back end for profiles: nobody is shown the onboarding")
            default: break
            }
            Task { [weak self, clock = configuration.clock] in
                guard (try? await clock.sleep(for: .seconds(10))) != nil, self?.hasRun == false else { return }
                warn(
                    "SesameClient.run() has not been called for ten seconds: nothing follows the profile and the "
                        + "registration for pushes; AuthGate(client) calls it")
            }
        #endif
    }

    /// Restores the session, then follows it and all that depends on it, until the task is cancelled:
    /// `.task { await client.run() }` of the first view.
    public func run() async {
        hasRun = true
        async let following: Void = profiles.run()
        async let registering: Void? = pushes?.run()
        await state.run()
        _ = await (following, registering)
    }

    /// Looks again at what stood in the way, and sends what waits: at every return to the foreground.
    public func becomeActive() async {
        if state.screen.retriesInForeground { state.retry() }
        async let delivering: Void = profiles.deliverChanges()
        async let looking: Void = lookForProfile()
        await pushes?.retry()
        _ = await (delivering, looking)
    }

    /// Loads the profile that could not be loaded before, where no screen waits for it.
    private func lookForProfile() async {
        guard case .none = onboarding, let user = auth.auth, profiles.snapshot?.origin != .server else { return }
        _ = await profiles.load(for: user)
    }
}

extension SesameClient.Onboarding {
    fileprivate var steps: OnboardingSteps? {
        if case .steps(let steps) = self { steps } else { nil }
    }
}

/// Profiles of an app that asks nobody for anything: they are loaded, and nobody waits for that.
private struct NoOnboarding: ProfileSource {
    let profiles: ProfileStore

    func load(for user: UserAuthInfo) async -> ProfileAnswer {
        Task { [profiles] in await profiles.load(for: user) }
        return .found(.finished)
    }

    func remembered(for uid: String) async -> OnboardingState? { .finished }
}

/// Profiles at a back end that keeps none: everybody has one, without fields and with the onboarding behind them.
private struct NoProfileService: ProfileService {
    func load(for uid: String) async throws(AuthError) -> Profile? { profile(of: uid) }

    func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        guard !change.fields.isEmpty else { return profile(of: uid) }
        var error = AuthError(.readOnlyField, "this back end keeps no profiles")
        error.fields = change.fields.members.map(\.name)
        throw error
    }

    func complete(for uid: String) async throws(AuthError) -> Profile { profile(of: uid) }

    /// Always the same: one that changed would be stored and made known with every look.
    private func profile(of uid: String) -> Profile {
        let date = Date(timeIntervalSince1970: 0)
        return Profile(
            uid: uid, version: 1, onboarding: OnboardingStatus(state: .completed), createdAt: date, lastSignInAt: date,
            updatedAt: date)
    }
}
