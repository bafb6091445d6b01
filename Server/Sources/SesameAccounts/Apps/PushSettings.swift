package import Foundation

/// What an app says about pushes.
package struct PushSettings: Sendable {
    /// How long a device is kept that is not registered again, in seconds.
    package let deviceLife: TimeInterval

    /// Sixty days: longer than FCM calls a registration stale, and no longer than a session lives idle.
    package init(deviceLife: TimeInterval = 60 * 86_400) {
        self.deviceLife = deviceLife
    }
}
