#if canImport(UIKit)
    import Foundation
    import Sesame
    import SesameApple
    import UIKit

    /// For apps with pushes: copy this file into the app, and name the class in `@UIApplicationDelegateAdaptor`.
    ///
    /// The system tells an app's delegate which token it has for the device; the delegate hands that on.
    @MainActor final class PushDelegate: NSObject, UIApplicationDelegate {
        /// Set where the app makes its parts: `PushNotifications(registrar: registrar)`.
        var notifications: PushNotifications?

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

        func applicationDidBecomeActive(_ application: UIApplication) {
            // The person may come from the system's settings.
            Task { await notifications?.refresh() }
        }
    }
#endif
