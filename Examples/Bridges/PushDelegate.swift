#if canImport(UIKit)
    import Foundation
    import Sesame
    import SesameApple
    import UIKit

    /// For apps with pushes: copy this file into the app, and name the class in `@UIApplicationDelegateAdaptor`.
    ///
    /// The system tells an app's delegate which token it has for the device; the delegate hands that on. In the first
    /// view, `.task { await delegate.notifications?.run() }` looks after the permission, and another task follows
    /// `delegate.responses.opened` to where a notification leads.
    @MainActor final class PushDelegate: NSObject, UIApplicationDelegate {
        /// Set where the app makes its parts: `PushNotifications(registrar: registrar)`.
        var notifications: PushNotifications?
        /// Which notifications the person opens.
        let responses = NotificationResponses()

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
        ) -> Bool {
            // Before the launch ends: the notification that it was launched by is told to whoever is there by then.
            responses.install()
            return true
        }

        func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            Task { await notifications?.didRegister(deviceToken: deviceToken) }
        }

        func application(
            _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            Task { await notifications?.didFailToRegister() }
        }
    }
#endif
