public import Sesame

/// What the app is made of, once.
@MainActor public struct Couple {
    /// Who is signed in.
    public let auth: AuthManager
    /// The person's document.
    public let profiles: ProfileStore
    /// What is shown.
    public let state: AppState

    /// The app over a manager and a back end for profiles.
    /// - Parameters:
    ///   - outbox: Where changes wait: `EncryptedFileCacheStorage(name: "couple outbox")`.
    ///   - cache: Where the profile is kept: `EncryptedFileCacheStorage(name: "couple profile")`.
    public init(
        auth: AuthManager, service: some ProfileService, outbox: some CacheStorage, cache: some CacheStorage
    ) {
        self.auth = auth
        profiles = ProfileStore(
            service: service, auth: auth, outbox: outbox, cache: UserCache(storage: cache),
            steps: OnboardingModel.steps)
        state = AppState(auth: auth, profiles: profiles)
    }

    /// Goes on as long as the app is shown: `ContentView().task { await couple.run() }`.
    public func run() async {
        async let following: Void = profiles.run()
        await state.run()
        await following
    }

    /// At every return to the foreground: tries again what failed, and sends what waits.
    public func becomeActive() async {
        state.retry()
        await profiles.deliverChanges()
    }
}
