public import Sesame
public import SesameMigration

/// The app's push notifications, with the method names of its existing code. The device is registered for the signed-in
/// user.
///
/// On Apple's systems, `PushDelegate` of `SesameApple` reports the tokens.
public struct Pushes: Sendable {
    /// The registrar behind all methods. Its state shows if the device is registered.
    public let registrar: PushTokenRegistrar

    private let auth: AuthManager

    /// Creates the registrar of the app's push notifications.
    /// - Parameters:
    ///   - source: The source of a token if none is pending: `FirebaseTokenSource()` of `Bridges`.
    ///   - storage: The location of the pending token: `.keychain(name: "prysm")`.
    public init(
        service: some PushTokenService, source: (any PushTokenSource)?, profiles: ProfileStore, auth: AuthManager,
        storage: StorageLocation, permission: PushPermission = .notAsked
    ) {
        self.auth = auth
        registrar = PushTokenRegistrar(
            service: service, source: source, profiles: profiles, auth: auth, storage: storage, permission: permission)
    }

    /// Keeps the device registered for the signed-in user, until the task is canceled.
    public func run() async {
        await registrar.run()
    }

    /// Handles a token from Firebase. It is stored until a user has signed in and has a profile.
    public func updateFCMToken(_ token: String) async {
        await registrar.didReceive(PushToken(.fcmToken, Secret(token)))
    }

    /// Retries a failed registration. Call this at every return to the foreground.
    public func processPendingFCMToken() async {
        await registrar.retry()
    }

    /// Imports, once, the pending push token and the names from Apple that the previous version left in the
    /// preferences.
    public func takeOver(from preferences: some LegacyPreferences) async throws(AuthError) {
        try await LegacyImport(from: preferences).run(into: auth, pushes: registrar)
    }
}
