public import Foundation

/// What an app says about pushes.
public struct PushSettings: Sendable {
    /// How long a device is kept that is not registered again, in seconds.
    public let deviceLife: TimeInterval

    /// Sixty days: longer than FCM calls a registration stale, and no longer than a session lives idle.
    public init(deviceLife: TimeInterval = 60 * 86_400) {
        self.deviceLife = deviceLife
    }
}
