#if canImport(AppKit) && !canImport(UIKit)
    public import Foundation
    public import Sesame
    public import AppKit

    /// The delegate of an app with push notifications, which forwards the system's calls.
    ///
    /// ```swift
    /// @NSApplicationDelegateAdaptor private var pushes: PushDelegate
    /// ```
    /// and `.task { await pushes.run(for: client) }` on the first view. To add other delegate methods, subclass this
    /// class.
    @MainActor open class PushDelegate: NSObject, NSApplicationDelegate {
        /// The notifications that the user opens, including the one that launched the app.
        public let responses = NotificationResponses()

        private let pushes = PushRun()

        /// Creates the delegate. The system's adaptor calls it.
        public override init() {
            super.init()
        }

        /// Checks the notification permission, now and at every return to the foreground, until the task is canceled.
        /// It returns at once for a back end without push notifications.
        ///
        /// - Parameter use: The use of Apple's device token.
        public func run(for client: SesameClient, deviceToken use: PushNotifications.DeviceToken = .registered) async {
            await pushes.run(for: client, deviceToken: use)
        }

        /// Asks the user for the notification permission, unless the user was asked before.
        public func ask() async {
            await pushes.ask()
        }

        /// Installs the notification delegate before the launch ends, so that the notification that launched the app is
        /// reported.
        open func applicationWillFinishLaunching(_ notification: Notification) {
            responses.install()
        }

        /// Registers the device token that the system has issued, or passes it to another SDK, as chosen in
        /// ``run(for:deviceToken:)``.
        open func application(
            _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            pushes.didRegister(deviceToken: deviceToken)
        }

        /// Reports to the registrar that the system has issued no device token.
        open func application(
            _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            pushes.didFailToRegister()
        }
    }
#endif
