public import SesameCore

/// A notification that the person has opened, with what its sender sent along.
public struct OpenedNotification: Sendable, Equatable {
    /// The person's answer to it.
    public enum Action: Sendable, Equatable {
        /// They have tapped it.
        case tap
        /// They have tapped the button of that identifier.
        case button(String)
    }

    /// The members that the sender sent along: the app's own, beside `aps` and those of the push service. Anybody who may
    /// send can write anything in it.
    public var userInfo: JSONObject
    /// The person's answer to it.
    public var action: Action

    /// Makes the value.
    public init(userInfo: JSONObject, action: Action = .tap) {
        self.userInfo = userInfo
        self.action = action
    }
}

extension OpenedNotification: Redacted {}
