#if canImport(UserNotifications)
    import Foundation
    import Sesame

    /// A link between the app's delegate and the ``PushNotifications`` of a running client. Device tokens are ignored
    /// until the client runs.
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

        /// Asks the user for permission to send notifications; if the client does not run yet, asks as soon as it does.
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
