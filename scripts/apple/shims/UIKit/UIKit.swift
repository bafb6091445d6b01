// https://developer.apple.com/documentation/uikit
public import Foundation

// …/uikit/uiwindow
@available(iOS 2.0, *)
@MainActor open class UIWindow: NSObject {
    public var isKeyWindow: Bool { false }
    public convenience init(windowScene: UIWindowScene) { self.init() }
    nonisolated public override init() {}
}

// …/uikit/uiview
@available(iOS 2.0, *)
@MainActor open class UIView: NSObject {
    nonisolated public override init() {}
}

// …/uikit/uiaction
@available(iOS 13.0, *)
@MainActor open class UIAction: NSObject {
    // …/uikit/uiaction/init(title:subtitle:image:selectedimage:identifier:discoverabilitytitle:attributes:state:handler:)
    public convenience init(title: String = "", handler: @escaping (UIAction) -> Void) { self.init() }
    nonisolated override init() {}
}

// …/uikit/uicontrol
@available(iOS 2.0, *)
@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 1 << 6)
    }
    public var isEnabled = true
    // …/uikit/uicontrol/addaction(_:for:)
    @available(iOS 14.0, *)
    public func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

// …/uikit/uiscene
@available(iOS 13.0, *)
@MainActor open class UIScene: NSObject {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }
    public var activationState: ActivationState { .unattached }
    nonisolated override init() {}
}

// …/uikit/uiwindowscene
@available(iOS 13.0, *)
@MainActor open class UIWindowScene: UIScene {
    public var windows: [UIWindow] { [] }
    @available(iOS 15.0, *)
    public var keyWindow: UIWindow? { nil }
}

// …/uikit/uiapplication
@available(iOS 2.0, *)
@MainActor open class UIApplication: NSObject {
    @available(iOSApplicationExtension, unavailable)
    public class var shared: UIApplication { UIApplication() }
    // …/uikit/uiapplication/didbecomeactivenotification
    nonisolated public class var didBecomeActiveNotification: NSNotification.Name { NSNotification.Name("") }
    // …/uikit/uiapplication/launchoptionskey
    public struct LaunchOptionsKey: Hashable, Sendable { public let rawValue: String }
    @available(iOS 13.0, *)
    public var connectedScenes: Set<UIScene> { [] }
    // …/uikit/uiapplication/registerforremotenotifications()
    @available(iOS 8.0, *)
    public func registerForRemoteNotifications() {}
    nonisolated override init() {}
}

// …/uikit/uiapplicationdelegate
@available(iOS 2.0, *)
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    // …/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    // …/uiapplicationdelegate/application(_:didregisterforremotenotificationswithdevicetoken:)
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    // …/uiapplicationdelegate/application(_:didfailtoregisterforremotenotificationswitherror:)
    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
}

// …/uikit/uitextcontenttype
@available(iOS 10.0, *)
public struct UITextContentType: Hashable, Sendable {
    public static let givenName = UITextContentType()
    public static let familyName = UITextContentType()
    public static let emailAddress = UITextContentType()
    public static let telephoneNumber = UITextContentType()
    @available(iOS 11.0, *)
    public static let username = UITextContentType()
    @available(iOS 11.0, *)
    public static let password = UITextContentType()
    @available(iOS 12.0, *)
    public static let newPassword = UITextContentType()
    @available(iOS 12.0, *)
    public static let oneTimeCode = UITextContentType()
}

// …/uikit/uikeyboardtype
@available(iOS 2.0, *)
public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case numberPad = 4
    case phonePad = 5
    case emailAddress = 7
}
