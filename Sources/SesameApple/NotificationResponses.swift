#if canImport(UserNotifications)
    public import Foundation
    import Sesame
    public import UserNotifications

    /// A notification delegate that shows notifications while the app is in the foreground, and reports the ones that
    /// the user opens.
    ///
    /// Create one in the app's delegate and install it before the launch ends. It then also reports the notification
    /// that launched the app, to the first listener.
    /// ```swift
    /// for await opened in responses.opened { router.show(opened.userInfo["post"]?.string) }
    /// ```
    public final class NotificationResponses: NSObject, UNUserNotificationCenterDelegate, Sendable {
        // The opened notifications, with a buffer of 16. A user opens one at a time, so more do not wait.
        private let broadcast = Broadcast<OpenedNotification>(keeping: 16)
        private let presentation: UNNotificationPresentationOptions

        /// Creates a delegate; call ``install()`` before the launch ends.
        ///
        /// - Parameter presentation: The presentation of a notification that arrives while the app is in the
        ///   foreground.
        public init(inForeground presentation: UNNotificationPresentationOptions = [.banner, .list, .sound, .badge]) {
            self.presentation = presentation
            super.init()
        }

        /// The notifications that the user opens, from the launch on. Each access creates a new stream. Up to 16
        /// notifications that are opened without a listener wait for the next listener.
        public var opened: AsyncStream<OpenedNotification> { broadcast.stream }

        /// Installs this object as the delegate of the system's center. The center does not retain it, so keep it as
        /// long as the app runs.
        public func install() {
            UNUserNotificationCenter.current().delegate = self
        }

        /// Passes the presentation of a notification that arrives in the foreground to the completion handler.
        public func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler(presentation)
        }

        /// Reports the notification that the user opened; a dismissal is not reported.
        public func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            let action: OpenedNotification.Action? =
                switch response.actionIdentifier {
                case UNNotificationDefaultActionIdentifier: .tap
                case UNNotificationDismissActionIdentifier: nil
                case let identifier: .button(identifier)
                }
            if let action {
                broadcast.publish(
                    OpenedNotification(
                        userInfo: JSONObject(userInfo: response.notification.request.content.userInfo), action: action))
            }
            completionHandler()
        }
    }
#endif
