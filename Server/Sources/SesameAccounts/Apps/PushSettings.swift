package import Foundation

/// An app's push settings.
package struct PushSettings: Sendable {
    /// The time for which a device stays registered, in seconds.
    package let deviceLife: TimeInterval

    /// Creates the settings. The default of sixty days is longer than FCM's limit for a stale registration, and no
    /// longer than a session's idle timeout.
    package init(deviceLife: TimeInterval = 60 * 86_400) {
        self.deviceLife = deviceLife
    }
}
