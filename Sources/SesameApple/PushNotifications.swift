#if canImport(UserNotifications)
    public import Foundation
    public import Sesame
    public import SesameCore
    import UserNotifications

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// Asks the person whether notifications may be shown, and gets the device's token from the system.
    ///
    /// The app's delegate hands on what the system tells it:
    /// ```swift
    /// func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
    ///     Task { await notifications.didRegister(deviceToken: token) }
    /// }
    /// ```
    @available(iOSApplicationExtension, unavailable)
    @MainActor public final class PushNotifications {
        /// The use of the token that Apple's system gives.
        public enum DeviceToken: Sendable {
            /// It is registered, for a server that sends by Apple's push service.
            case registered
            /// It goes to another SDK, which makes a token of its own: `Messaging.messaging().apnsToken`, for example.
            case handedOver(@MainActor @Sendable (Data) -> Void)
        }

        private let registrar: PushTokenRegistrar
        private let use: DeviceToken

        /// Notifications of this device. The registrar is made with the permission `.notAsked`.
        public init(registrar: PushTokenRegistrar, deviceToken use: DeviceToken = .registered) {
            self.registrar = registrar
            self.use = use
        }

        /// Looks whether notifications may be shown, now and at every return to the foreground, until the task is
        /// cancelled: `.task { await notifications.run() }` in the first view.
        public func run() async {
            #if canImport(UIKit)
                let active = UIApplication.didBecomeActiveNotification
            #elseif canImport(AppKit)
                let active = NSApplication.didBecomeActiveNotification
            #endif
            let returns = NotificationCenter.posts(of: active)
            await refresh()
            for await _ in returns { await refresh() }
        }

        /// Looks whether notifications may be shown: the person may come from the system's settings. Shows nothing.
        public func refresh() async {
            await permissionChanged(to: await Self.permission())
            await registrar.retry()
        }

        /// Asks the person, unless they have been asked before.
        public func ask() async {
            await Self.request()
            await permissionChanged(to: await Self.permission())
        }

        /// The system has given the device's token.
        public func didRegister(deviceToken: Data) async {
            switch use {
            case .registered: await registrar.received(.apns(deviceToken))
            case .handedOver(let take): take(deviceToken)
            }
        }

        /// The system gives no token.
        public func didFailToRegister() async {
            await registrar.failed(AuthError(.providerUnavailable, "Apple's push service gives no token"))
        }

        private func permissionChanged(to permission: PushPermission) async {
            await registrar.permissionChanged(to: permission)
            // At every launch, as the system may have another token for the app than it had last.
            if permission == .granted { APNsTokenSource.register() }
        }

        // Not of the main actor: the system calls the handlers in a thread of its choice.
        nonisolated private static func permission() async -> PushPermission {
            await withCheckedContinuation { continuation in
                UNUserNotificationCenter.current().getNotificationSettings { settings in
                    switch settings.authorizationStatus {
                    case .notDetermined: continuation.resume(returning: .notAsked)
                    case .denied: continuation.resume(returning: .denied)
                    default: continuation.resume(returning: .granted)
                    }
                }
            }
        }

        nonisolated private static func request() async {
            await withCheckedContinuation { continuation in
                UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) { _, _ in
                    // Whether it was granted is looked up, as it is after a change in the settings.
                    continuation.resume()
                }
            }
        }
    }

    /// The device's token of Apple's push service. It comes by ``PushNotifications/didRegister(deviceToken:)``.
    @available(iOSApplicationExtension, unavailable)
    public struct APNsTokenSource: PushTokenSource {
        /// A source.
        public init() {}

        /// Asks the system, which answers the app's delegate.
        public func currentToken() async throws(AuthError) -> PushToken? {
            await Self.register()
            return nil
        }

        @MainActor static func register() {
            #if canImport(UIKit)
                UIApplication.shared.registerForRemoteNotifications()
            #elseif canImport(AppKit)
                NSApplication.shared.registerForRemoteNotifications()
            #endif
        }
    }
#endif
