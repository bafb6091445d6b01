import Foundation
public import SesameCore
import SesameWire

/// A notification that the person has opened, with what its sender sent along.
public struct OpenedNotification: Sendable, Equatable {
    /// What the person has done with it.
    public enum Action: Sendable, Equatable {
        /// They have tapped it.
        case tap
        /// They have tapped the button of that identifier.
        case button(String)
    }

    /// What the sender sent along: the app's own members, beside `aps` and those of the push service. Anybody who may
    /// send can write anything in it.
    public var userInfo: JSONObject
    /// What the person has done with it.
    public var action: Action

    /// Makes the value.
    public init(userInfo: JSONObject, action: Action = .tap) {
        self.userInfo = userInfo
        self.action = action
    }

    /// Makes the value of what the system gives. What is no JSON is left out.
    package init(userInfo: [AnyHashable: Any], action: Action) {
        var members: JSONObject = [:]
        for (name, value) in userInfo {
            guard let name = name.base as? String, JSONSerialization.isValidJSONObject([value]),
                let data = try? JSONSerialization.data(withJSONObject: [value]),
                let json = try? JSONValue(parsing: Array(data)).array?.first
            else { continue }
            members[name] = json
        }
        self.init(userInfo: members, action: action)
    }
}

extension OpenedNotification: Redacted {}
