#if canImport(UserNotifications)
    import Foundation
    import Sesame

    /// The notifications of an app while its client runs, for the app's delegate.
    @available(iOSApplicationExtension, unavailable)
    @MainActor final class PushRun {
        private var notifications: PushNotifications?
        private var isAskDue = false

        func run(for client: SesameClient, deviceToken use: PushNotifications.DeviceToken) async {
            guard let registrar = client.pushes else { return }
            let notifications = PushNotifications(registrar: registrar, deviceToken: use)
            self.notifications = notifications
            if isAskDue { Task { await ask() } }
            await notifications.run()
        }

        /// Asks the user as soon as the client runs and can receive the result.
        func ask() async {
            isAskDue = notifications == nil
            await notifications?.ask()
        }

        func didRegister(deviceToken: Data) {
            Task { await notifications?.didRegister(deviceToken: deviceToken) }
        }

        func didFailToRegister() {
            Task { await notifications?.didFailToRegister() }
        }
    }
#endif
