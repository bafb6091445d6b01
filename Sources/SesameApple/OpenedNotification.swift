public import SesameCore

/// A notification that the user opened, with its payload.
public struct OpenedNotification: Sendable, Equatable {
    /// The user's action on a notification.
    public enum Action: Sendable, Equatable {
        /// A tap on the notification.
        case tap
        /// A tap on the notification's button with the given identifier.
        case button(String)
    }

    /// The payload from the sender: the app's own members, `aps`, and those of the push service. It is untrusted,
    /// because any party that may send can write anything in it.
    public var userInfo: JSONObject
    /// The user's action: a tap on the notification or on one of its buttons.
    public var action: Action

    /// Creates an opened notification, for example in a test of the app's navigation.
    public init(userInfo: JSONObject, action: Action = .tap) {
        self.userInfo = userInfo
        self.action = action
    }
}

extension OpenedNotification: Redacted {}
