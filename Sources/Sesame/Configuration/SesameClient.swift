import Foundation
import SesameCore
import SesameWire

/// The parts that most apps need: the session, the profile, the device's registration for push notifications, and the
/// screen.
///
/// Create one for each app and storage location, in the `App`, because a view is created many times:
/// ```swift
/// @State private var client = SesameClient(
///     .production(server: url, app: "hello", storage: .keychain(name: "hello"), apple: AppleSheetSource()))
/// ```
/// `AuthGate` of `SesameUI` runs it; without that view an app calls ``run()`` and ``becomeActive()``.
@MainActor public final class SesameClient {
    /// The pages that a new user completes before the app opens.
    public enum Onboarding: Sendable {
        /// No pages: the app opens after a sign-in, even if the profile cannot be loaded.
        case none
        /// One form, ended by ``ProfileStore/complete(_:)``.
        case form
        /// Steps in order, the last one ended by ``ProfileStore/complete(_:)``.
        case steps(OnboardingSteps)
    }

    /// The session on this device, with sign-in and sign-out.
    public let auth: AuthManager
    /// The profile of the signed-in user. With a back end without profiles, every user has a profile without fields.
    public let profiles: ProfileStore
    /// The device's registration for push notifications; nil if the back end has none. On Apple platforms no token is
    /// requested before ``PushTokenRegistrar/permissionChanged(to:)``, which `PushNotifications` of `SesameApple`
    /// calls.
    public let pushes: PushTokenRegistrar?
    /// The observable state of the app's screens, for its views.
    public let state: AppState
    /// The sign-in methods that the app offers.
    public let options: SignInOptions

    private let onboarding: Onboarding
    private var hasRun = false

    /// Creates the parts of an app with this configuration.
    /// - Parameters:
    ///   - onboarding: The pages for a new user.
    ///   - allowsGuests: True to have the views offer a sign-in as a guest. The back end must allow it, too.
    ///   - allowsPasswords: True to have the views offer a form with an email address and a password. The back end must
    ///     allow it, too.
    ///   - allowsMailedCodes: True to have the views offer a code by email. The back end must allow it, too.
    ///   - allowsTextedCodes: True to have the views offer a code by text. The back end must allow it, too.
    ///   - roles: The roles that the user chooses from, in apps with roles; the first one is preselected.
    ///   - pushTokens: The source of push tokens; nil if the app passes them to ``PushTokenRegistrar/didReceive(_:)``.
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

    /// Creates the parts of an app, with a closure for warnings.
    /// - Parameter warn: The closure that a debug build calls with each likely omission in the app's setup.
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
                warn("the configuration has no push back end: the push token source is never used")
            }
            switch onboarding {
            case .form where configuration.profiles == nil, .steps where configuration.profiles == nil:
                warn("the configuration has no profile back end: the onboarding is never shown")
            default: break
            }
            Task { [weak self, clock = configuration.clock] in
                guard (try? await clock.sleep(for: .seconds(10))) != nil, self?.hasRun == false else { return }
                warn(
                    "SesameClient.run() was not called within ten seconds, so nothing updates the profile and the "
                        + "push registration; AuthGate(client) calls it")
            }
        #endif
    }

    /// Restores the session, then keeps the screen, the profile and the push registration up to date until the task is
    /// canceled. Call this in the first view: `.task { await client.run() }`.
    public func run() async {
        hasRun = true
        async let following: Void = profiles.run()
        async let registering: Void? = pushes?.run()
        await state.run()
        _ = await (following, registering)
    }

    /// Retries failed work, and sends pending changes. Call this at every return to the foreground.
    public func becomeActive() async {
        if state.screen.retriesInForeground { state.retry() }
        async let delivering: Void = profiles.sendPendingChanges()
        async let looking: Void = lookForProfile()
        await pushes?.retry()
        _ = await (delivering, looking)
    }

    /// Loads a profile that could not be loaded before, in an app without an onboarding.
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

/// The profile source of an app without an onboarding: profiles are loaded, but no screen waits for them.
private struct NoOnboarding: ProfileSource {
    let profiles: ProfileStore

    func load(for user: UserAuthInfo) async -> ProfileLookupResult {
        Task { [profiles] in await profiles.load(for: user) }
        return .found(.finished)
    }

    func cachedState(for uid: String) async -> OnboardingState? { .finished }
}

/// The profile service for a back end without profiles: every user has one without fields, with the onboarding
/// complete.
private struct NoProfileService: ProfileService {
    func load(for uid: String) async throws(AuthError) -> Profile? { profile(of: uid) }

    func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        guard !change.fields.isEmpty else { return profile(of: uid) }
        var error = AuthError(.readOnlyField, "this back end stores no profiles")
        error.fields = change.fields.members.map(\.name)
        throw error
    }

    func complete(for uid: String) async throws(AuthError) -> Profile { profile(of: uid) }

    /// Returns the same profile each time, because a changed one would be stored and announced at every load.
    private func profile(of uid: String) -> Profile {
        let date = Date(timeIntervalSince1970: 0)
        return Profile(
            uid: uid, version: 1, onboarding: OnboardingStatus(state: .completed), createdAt: date, lastSignInAt: date,
            updatedAt: date)
    }
}
