import FirebaseMessaging
import Foundation
import Sesame

/// The source of push tokens for apps whose push notifications Firebase sends. Copy this file into the app.
///
/// ```swift
/// let client = SesameClient(configuration, pushTokens: FirebaseTokenSource())
///
/// .task { await pushes.run(for: client, deviceToken: .handedOver { Messaging.messaging().apnsToken = $0 }) }
/// .task { await FirebaseTokenSource.follow(client) }
/// ```
/// Attach the tasks to the first view; `pushes` is the app's `PushDelegate`. An app that has switched Firebase to
/// installation ids leaves `pushTokens` out: Firebase reports the id to its delegate.
struct FirebaseTokenSource: PushTokenSource {
    /// Returns Firebase's current registration token. Throws `offline` while Firebase has none.
    func currentToken() async throws(AuthError) -> PushToken? {
        let token = await withCheckedContinuation { continuation in
            Messaging.messaging().token { token, _ in continuation.resume(returning: token) }
        }
        // Firebase has no token without a network, or before Apple's token has arrived.
        guard let token else { throw AuthError(.offline, "Firebase returned no registration token") }
        return PushToken(.fcmToken, Secret(token))
    }

    /// Registers each token or installation id that Firebase reports, until the task is canceled.
    @MainActor static func follow(_ client: SesameClient) async {
        guard let registrar = client.pushes else { return }
        let (registrations, listener) = AsyncStream<PushToken>.makeStream()
        let delegate = FirebaseRegistrations(listener)
        Messaging.messaging().delegate = delegate
        for await registration in registrations { await registrar.didReceive(registration) }
        // Firebase holds its delegate weakly.
        withExtendedLifetime(delegate) {}
    }
}

/// A delegate of Firebase that forwards each registration.
private final class FirebaseRegistrations: NSObject, MessagingDelegate {
    private let listener: AsyncStream<PushToken>.Continuation

    init(_ listener: AsyncStream<PushToken>.Continuation) {
        self.listener = listener
    }

    func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
        if let fcmToken { listener.yield(PushToken(.fcmToken, Secret(fcmToken))) }
    }

    func messaging(_ messaging: Messaging, didReceiveRegistration installationId: String?) {
        if let installationId { listener.yield(PushToken(.fcmFID, Secret(installationId))) }
    }
}
