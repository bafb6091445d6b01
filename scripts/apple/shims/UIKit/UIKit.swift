// https://developer.apple.com/documentation/uikit
public import Foundation

// …/uikit/uiwindow
@available(iOS 2.0, *)
@MainActor open class UIWindow: NSObject {
    public var isKeyWindow: Bool { false }
    public convenience init(windowScene: UIWindowScene) { self.init() }
    nonisolated public override init() {}
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
    public class var shared: UIApplication { UIApplication() }
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
    // …/uiapplicationdelegate/applicationdidbecomeactive(_:)
    func applicationDidBecomeActive(_ application: UIApplication)
    // …/uiapplicationdelegate/application(_:didregisterforremotenotificationswithdevicetoken:)
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    // …/uiapplicationdelegate/application(_:didfailtoregisterforremotenotificationswitherror:)
    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
}
