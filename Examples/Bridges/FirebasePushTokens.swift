import FirebaseMessaging
import Foundation
import Sesame

/// For apps whose pushes are sent by Firebase: copy this file into the app.
///
/// ```swift
/// let client = SesameClient(configuration, pushTokens: FirebaseTokenSource())
///
/// .task { await pushes.run(for: client, deviceToken: .handedOver { Messaging.messaging().apnsToken = $0 }) }
/// .task { await FirebaseTokenSource.follow(client) }
/// ```
/// The tasks stand beside the first view, and `pushes` is the app's `PushDelegate`. An app that has switched Firebase to
/// installation ids leaves `pushTokens` out: Firebase tells its delegate the id.
struct FirebaseTokenSource: PushTokenSource {
    /// The registration token as it is now.
    func currentToken() async throws(AuthError) -> PushToken? {
        let token = await withCheckedContinuation { continuation in
            Messaging.messaging().token { token, _ in continuation.resume(returning: token) }
        }
        // Without a network, and until Apple's token is there, Firebase has none.
        guard let token else { throw AuthError(.offline, "Firebase gives no registration token") }
        return PushToken(.fcmToken, Secret(token))
    }

    /// Registers whatever Firebase says that the device is known by, until the task is cancelled.
    @MainActor static func follow(_ client: SesameClient) async {
        guard let registrar = client.pushes else { return }
        let (registrations, listener) = AsyncStream<PushToken>.makeStream()
        let delegate = FirebaseRegistrations(listener)
        Messaging.messaging().delegate = delegate
        for await registration in registrations { await registrar.received(registration) }
        // Firebase refers to its delegate weakly.
        withExtendedLifetime(delegate) {}
    }
}

/// Firebase's delegate: hands on each registration.
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
