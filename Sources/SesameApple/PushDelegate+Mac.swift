#if canImport(AppKit) && !canImport(UIKit)
    public import Foundation
    public import Sesame
    public import AppKit

    /// The delegate of an app with pushes: hands on what the system tells it.
    ///
    /// ```swift
    /// @NSApplicationDelegateAdaptor private var pushes: PushDelegate
    /// ```
    /// and `.task { await pushes.run(for: client) }` beside the first view. An app whose delegate does more inherits from
    /// this one.
    @MainActor open class PushDelegate: NSObject, NSApplicationDelegate {
        /// Which notifications the person opens.
        public let responses = NotificationResponses()

        private let pushes = PushRun()

        /// Makes the delegate; the system's adaptor does.
        public override init() {
            super.init()
        }

        /// Looks whether notifications may be shown, now and at every return to the foreground, until the task is
        /// cancelled. For a back end without pushes it returns at once.
        /// - Parameter use: What becomes of the token that Apple's system gives.
        public func run(for client: SesameClient, deviceToken use: PushNotifications.DeviceToken = .registered) async {
            await pushes.run(for: client, deviceToken: use)
        }

        /// Asks the person whether notifications may be shown, unless they have been asked before.
        public func ask() async {
            await pushes.ask()
        }

        /// The launch is about to end. The notification that the app was launched by is told to whoever listens by then.
        open func applicationWillFinishLaunching(_ notification: Notification) {
            responses.install()
        }

        /// The system has given the device's token.
        open func application(
            _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            pushes.didRegister(deviceToken: deviceToken)
        }

        /// The system gives no token.
        open func application(
            _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            pushes.didFailToRegister()
        }
    }
#endif
