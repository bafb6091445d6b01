import FirebaseInstallations
import FirebaseMessaging
import Foundation
import Sesame

/// For apps whose pushes are sent by Firebase: copy this file into the app.
///
/// ```swift
/// let client = SesameClient(configuration, pushTokens: FirebaseTokenSource())
/// let firebase = client.pushes.map { FirebaseTokenDelegate(registrar: $0) }
/// Messaging.messaging().delegate = firebase
/// ```
/// and `.task { await pushes.run(for: client, deviceToken: .handedOver { Messaging.messaging().apnsToken = $0 }) }` beside the
/// first view, where `pushes` is the app's `PushDelegate`.
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
}

/// The same by Firebase's installation ids, which take the tokens' place: `.task { await
/// FirebaseInstallationSource().follow(client) }` beside the first view in place of the delegate.
struct FirebaseInstallationSource: PushTokenSource {
    /// The installation's id as it is now.
    func currentToken() async throws(AuthError) -> PushToken? {
        let id = await withCheckedContinuation { continuation in
            Installations.installations().installationID { id, _ in continuation.resume(returning: id) }
        }
        guard let id else { throw AuthError(.offline, "Firebase gives no installation id") }
        return PushToken(.fcmFID, Secret(id))
    }

    /// Follows the id until the task is cancelled.
    func follow(_ client: SesameClient) async {
        for await _ in NotificationCenter.default.installationIDChanges {
            if let id = try? await currentToken() { await client.pushes?.received(id) }
        }
    }
}

/// Hands a registration token on whenever Firebase has another one.
final class FirebaseTokenDelegate: NSObject, MessagingDelegate {
    private let registrar: PushTokenRegistrar

    init(registrar: PushTokenRegistrar) {
        self.registrar = registrar
    }

    func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
        guard let fcmToken else { return }
        Task { [registrar] in await registrar.received(PushToken(.fcmToken, Secret(fcmToken))) }
    }
}

extension NotificationCenter {
    fileprivate var installationIDChanges: AsyncStream<Void> {
        let (stream, listener) = AsyncStream<Void>.makeStream()
        let observer = Observer(
            token: addObserver(forName: .InstallationIDDidChange, object: nil, queue: nil) { _ in listener.yield() })
        listener.onTermination = { _ in NotificationCenter.default.removeObserver(observer.token) }
        return stream
    }

    /// The token that `NotificationCenter` gives, which it takes from any thread.
    private struct Observer: @unchecked Sendable {
        let token: any NSObjectProtocol
    }
}
