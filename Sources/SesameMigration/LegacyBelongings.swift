import Sesame
import SesameCore

/// The belongings that an earlier version of the app has left behind on this device.
struct LegacyBelongings: Equatable, Redacted {
    /// The names that Apple gave at first sign-ins: to be sent with the next sign-in of the same people.
    var names: [FirstSignInName] = []
    /// A push token that was still to be registered.
    var pendingPushToken: Secret?
    /// The profile that was cached last.
    var profile: LegacyProfile?

    /// True if there is nothing.
    var isEmpty: Bool { names.isEmpty && pendingPushToken == nil && profile == nil }
}
