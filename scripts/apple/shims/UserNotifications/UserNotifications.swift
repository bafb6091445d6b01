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
    public weak var delegate: (any UNUserNotificationCenterDelegate)?
    // …/unusernotificationcenter/requestauthorization(options:completionhandler:)
    public func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}
    // …/unusernotificationcenter/getnotificationsettings(completionhandler:)
    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {}
}

// …/usernotifications/unnotificationpresentationoptions
@available(iOS 10.0, macOS 10.14, *)
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var badge: UNNotificationPresentationOptions { UNNotificationPresentationOptions(rawValue: 1) }
    public static var sound: UNNotificationPresentationOptions { UNNotificationPresentationOptions(rawValue: 2) }
    @available(iOS 14.0, macOS 11.0, *)
    public static var list: UNNotificationPresentationOptions { UNNotificationPresentationOptions(rawValue: 8) }
    @available(iOS 14.0, macOS 11.0, *)
    public static var banner: UNNotificationPresentationOptions { UNNotificationPresentationOptions(rawValue: 16) }
}

// …/usernotifications/unnotificationcontent
@available(iOS 10.0, macOS 10.14, *)
open class UNNotificationContent: NSObject {
    public var userInfo: [AnyHashable: Any] { [:] }
}

// …/usernotifications/unnotificationrequest
@available(iOS 10.0, macOS 10.14, *)
open class UNNotificationRequest: NSObject {
    public var content: UNNotificationContent { UNNotificationContent() }
}

// …/usernotifications/unnotification
@available(iOS 10.0, macOS 10.14, *)
open class UNNotification: NSObject {
    public var request: UNNotificationRequest { UNNotificationRequest() }
}

// …/usernotifications/unnotificationresponse
@available(iOS 10.0, macOS 10.14, *)
open class UNNotificationResponse: NSObject {
    public var notification: UNNotification { UNNotification() }
    public var actionIdentifier: String { "" }
}

// …/usernotifications/unnotificationdefaultactionidentifier
@available(iOS 10.0, macOS 10.14, *)
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
// …/usernotifications/unnotificationdismissactionidentifier
@available(iOS 10.0, macOS 10.14, *)
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

// …/usernotifications/unusernotificationcenterdelegate
@available(iOS 10.0, macOS 10.14, *)
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}
