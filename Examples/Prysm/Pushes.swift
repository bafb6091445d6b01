public import Sesame
public import SesameMigration

/// The app's pushes, under the names that its code has: the device is registered for whoever is signed in on it.
///
/// On Apple's systems `PushDelegate` of `SesameApple` feeds it.
public struct Pushes: Sendable {
    /// The registrar that does the work.
    public let registrar: PushTokenRegistrar

    private let auth: AuthManager

    /// The pushes of the app on this device.
    /// - Parameters:
    ///   - source: What is asked for a token when none waits: `FirebaseTokenSource()` of `Bridges`.
    ///   - storage: The place where the token waits: `.keychain(name: "prysm")`.
    public init(
        service: some PushTokenService, source: (any PushTokenSource)?, profiles: ProfileStore, auth: AuthManager,
        storage: StorageLocation, permission: PushPermission = .notAsked
    ) {
        self.auth = auth
        registrar = PushTokenRegistrar(
            service: service, source: source, profiles: profiles, auth: auth, storage: storage, permission: permission)
    }

    /// Goes on as long as the app is shown.
    public func run() async {
        await registrar.run()
    }

    /// Firebase has given a token. It waits for a sign-in, and for the person's profile, as long as need be.
    public func updateFCMToken(_ token: String) async {
        await registrar.received(PushToken(.fcmToken, Secret(token)))
    }

    /// Tries again what failed: at every return to the foreground.
    public func processPendingFCMToken() async {
        await registrar.retry()
    }

    /// Takes over the token that the version before has left in the preferences, once.
    public func takeOver(from preferences: some LegacyPreferences) async throws(AuthError) {
        try await LegacyImport(from: preferences).run(into: auth, pushes: registrar)
    }
}
