package import Foundation

/// An app's push settings.
package struct PushSettings: Sendable {
    /// The seconds that a device stays registered.
    package let deviceLife: TimeInterval

    /// Sixty days: longer than FCM calls a registration stale, and no longer than a session lives idle.
    package init(deviceLife: TimeInterval = 60 * 86_400) {
        self.deviceLife = deviceLife
    }
}
