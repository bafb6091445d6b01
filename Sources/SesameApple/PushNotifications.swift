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

    /// The notification permission and device token of an app.
    ///
    /// The app's delegate forwards the system's calls:
    /// ```swift
    /// func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
    ///     Task { await notifications.didRegister(deviceToken: token) }
    /// }
    /// ```
    @available(iOSApplicationExtension, unavailable)
    @MainActor public final class PushNotifications {
        /// The use of Apple's device token.
        public enum DeviceToken: Sendable {
            /// The token is registered, for a server that sends through Apple's push service.
            case registered
            /// The token goes to another SDK, which creates its own: `Messaging.messaging().apnsToken`, for example.
            case handedOver(@MainActor @Sendable (Data) -> Void)
        }

        private let registrar: PushTokenRegistrar
        private let use: DeviceToken

        /// Creates an object that reports this device's notification permission and device token to the registrar.
        /// Create the registrar with the permission `.notAsked`, its default on Apple platforms.
        public init(registrar: PushTokenRegistrar, deviceToken use: DeviceToken = .registered) {
            self.registrar = registrar
            self.use = use
        }

        /// Checks the notification permission, now and at every return to the foreground, until the task is canceled:
        /// `.task { await notifications.run() }` in the first view.
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

        /// Checks the notification permission without asking the user, and retries a failed registration. The user may
        /// have changed the permission in the system's settings.
        public func refresh() async {
            await permissionChanged(to: await Self.permission())
            await registrar.retry()
        }

        /// Asks the user for the permission, unless the user was asked before.
        public func ask() async {
            await Self.request()
            await permissionChanged(to: await Self.permission())
        }

        /// Registers the device token that the system has issued, or passes it to another SDK; see ``DeviceToken``.
        public func didRegister(deviceToken: Data) async {
            switch use {
            case .registered: await registrar.didReceive(.apns(deviceToken))
            case .handedOver(let take): take(deviceToken)
            }
        }

        /// Reports to the registrar that the system has issued no device token.
        public func didFailToRegister() async {
            await registrar.didFail(AuthError(.providerUnavailable, "Apple's push service issued no token"))
        }

        private func permissionChanged(to permission: PushPermission) async {
            await registrar.permissionChanged(to: permission)
            // Registers at every launch, because the system may have changed the app's token.
            if permission == .granted { APNsTokenSource.register() }
        }

        // Nonisolated, because the system calls the handlers on an arbitrary thread.
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
                    // The permission is read separately, as after a change in the settings.
                    continuation.resume()
                }
            }
        }
    }

    /// The device token of Apple's push service. It arrives by ``PushNotifications/didRegister(deviceToken:)``.
    @available(iOSApplicationExtension, unavailable)
    public struct APNsTokenSource: PushTokenSource {
        /// Creates a source for this device's token.
        public init() {}

        /// Registers with the system, and returns nil, because the system passes the token to the app's delegate.
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
