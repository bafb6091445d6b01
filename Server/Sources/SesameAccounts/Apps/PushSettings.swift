package import Foundation

/// An app's settings for the push registrations of devices.
package struct PushSettings: Sendable {
    /// The time for which a device stays registered after its last registration, in seconds.
    package let deviceLife: TimeInterval

    /// Creates the settings. The default is sixty days, which is longer than FCM's limit for a stale registration, and
    /// as long as the default idle timeout of a session.
    package init(deviceLife: TimeInterval = 60 * 86_400) {
        self.deviceLife = deviceLife
    }
}
