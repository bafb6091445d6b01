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
    public var keyWindow: NSWindow? { nil }
    public var mainWindow: NSWindow? { nil }
    public var windows: [NSWindow] { [] }
    // …/appkit/nsapplication/registerforremotenotifications()
    @available(macOS 10.14, *)
    public func registerForRemoteNotifications() {}
    nonisolated override init() {}
}
