// https://developer.apple.com/documentation/appkit
public import Foundation

// …/appkit/nswindow
@available(macOS 10.0, *)
@MainActor open class NSWindow: NSObject {
    nonisolated public override init() {}
}

// …/appkit/nsapplication
@available(macOS 10.0, *)
@MainActor open class NSApplication: NSObject {
    public class var shared: NSApplication { NSApplication() }
    // …/appkit/nsapplication/didbecomeactivenotification
    nonisolated public class var didBecomeActiveNotification: NSNotification.Name { NSNotification.Name("") }
    public var keyWindow: NSWindow? { nil }
    public var mainWindow: NSWindow? { nil }
    public var windows: [NSWindow] { [] }
    // …/appkit/nsapplication/registerforremotenotifications()
    @available(macOS 10.14, *)
    public func registerForRemoteNotifications() {}
    nonisolated override init() {}
}

// …/appkit/nsapplicationdelegate; its requirements are optional
@available(macOS 10.0, *)
@MainActor public protocol NSApplicationDelegate: NSObjectProtocol {
    // …/nsapplicationdelegate/applicationwillfinishlaunching(_:)
    func applicationWillFinishLaunching(_ notification: Notification)
    // …/nsapplicationdelegate/application(_:didregisterforremotenotificationswithdevicetoken:)
    func application(
        _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    // …/nsapplicationdelegate/application(_:didfailtoregisterforremotenotificationswitherror:)
    func application(
        _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
}

// …/appkit/nstextcontenttype
@available(macOS 11.0, *)
public struct NSTextContentType: Hashable, Sendable {
    @available(macOS 14.0, *)
    public static let telephoneNumber = NSTextContentType()
    @available(macOS 11.0, *)
    public static let username = NSTextContentType()
    @available(macOS 11.0, *)
    public static let password = NSTextContentType()
    @available(macOS 14.0, *)
    public static let newPassword = NSTextContentType()
    @available(macOS 11.0, *)
    public static let oneTimeCode = NSTextContentType()
    @available(macOS 14.0, *)
    public static let givenName = NSTextContentType()
    @available(macOS 14.0, *)
    public static let familyName = NSTextContentType()
    @available(macOS 14.0, *)
    public static let emailAddress = NSTextContentType()
}
