public import SesameCore

/// What an earlier version of the app has left behind on this device.
public struct LegacyBelongings: Sendable, Equatable {
    /// The names that Apple gave at first sign-ins: to be sent with the next sign-in of the same people.
    public var names: [FirstSignInName]
    /// A push token that was still to be registered.
    public var pendingPushToken: Secret?
    /// The profile that was cached last.
    public var profile: LegacyProfile?

    /// Makes the value.
    public init(names: [FirstSignInName] = [], pendingPushToken: Secret? = nil, profile: LegacyProfile? = nil) {
        self.names = names
        self.pendingPushToken = pendingPushToken
        self.profile = profile
    }

    /// Whether there is nothing.
    public var isEmpty: Bool { names.isEmpty && pendingPushToken == nil && profile == nil }
}

extension LegacyBelongings: Redacted {}
