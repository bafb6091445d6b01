#if canImport(UserNotifications)
    public import Foundation
    import Sesame
    public import UserNotifications

    /// Shows notifications while the app is in front, and tells which of them the person has opened.
    ///
    /// Make one in the app's delegate and install it before the launch ends: then the notification that the app was
    /// launched by comes, too, as soon as somebody listens.
    /// ```swift
    /// for await opened in responses.opened { router.show(opened.userInfo["post"]?.string) }
    /// ```
    public final class NotificationResponses: NSObject, UNUserNotificationCenterDelegate, Sendable {
        // A person opens one at a time: more than these do not wait.
        private let broadcast = Broadcast<OpenedNotification>(keeping: 16)
        private let presentation: UNNotificationPresentationOptions

        /// Makes the delegate.
        /// - Parameter presentation: How a notification is shown that arrives while the app is in front.
        public init(inForeground presentation: UNNotificationPresentationOptions = [.banner, .list, .sound, .badge]) {
            self.presentation = presentation
            super.init()
        }

        /// The notifications that the person opens, from the launch on. Each call makes a stream of its own; what is
        /// opened while nobody listens waits for the next one.
        public var opened: AsyncStream<OpenedNotification> { broadcast.stream }

        /// Makes this the delegate of the system's center, which does not hold it: keep it as long as the app runs.
        public func install() {
            UNUserNotificationCenter.current().delegate = self
        }

        /// A notification arrives while the app is in front.
        public func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler(presentation)
        }

        /// The person has done something with a notification.
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
