// https://developer.apple.com/documentation/usernotifications
public import Foundation

// …/usernotifications/unauthorizationoptions
@available(iOS 10.0, macOS 10.14, *)
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var badge: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 1) }
    public static var sound: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 2) }
    public static var alert: UNAuthorizationOptions { UNAuthorizationOptions(rawValue: 4) }
}

// …/usernotifications/unauthorizationstatus
@available(iOS 10.0, macOS 10.14, *)
public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case denied = 1
    case authorized = 2
    case provisional = 3
}

// …/usernotifications/unnotificationsettings
@available(iOS 10.0, macOS 10.14, *)
open class UNNotificationSettings: NSObject {
    public var authorizationStatus: UNAuthorizationStatus { .notDetermined }
}

// …/usernotifications/unusernotificationcenter
@available(iOS 10.0, macOS 10.14, *)
open class UNUserNotificationCenter: NSObject {
    public class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }
    // …/unusernotificationcenter/requestauthorization(options:completionhandler:)
    public func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}
    // …/unusernotificationcenter/getnotificationsettings(completionhandler:)
    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {}
}
