import Sesame
import SesameCore

/// The data that an earlier version of the app has left on this device.
struct LegacyData: Equatable, Redacted {
    /// The names from Apple at first sign-ins, to send with the next sign-in of the same users.
    var names: [FirstSignInName] = []
    /// The push token that was not registered yet; nil if none.
    var pendingPushToken: Secret?
    /// The last cached profile; nil if none is cached, or if the cached one is invalid or too old.
    var profile: LegacyProfile?

    var isEmpty: Bool { names.isEmpty && pendingPushToken == nil && profile == nil }
}
