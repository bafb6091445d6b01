// The members of Foundation that exist only on Apple systems. The check imports this module into every file, as if it
// were Foundation's own.
public import Foundation

// https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
extension FileManager {
    @available(iOS 7.0, macOS 10.8, *)
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

// https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
extension ProcessInfo {
    @available(iOS 8.2, *)
    @available(macOS, unavailable)
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

// https://developer.apple.com/documentation/foundation/url/applicationsupportdirectory
extension URL {
    @available(iOS 16.0, macOS 13.0, *)
    public static var applicationSupportDirectory: URL { URL(fileURLWithPath: "/") }
}

// https://developer.apple.com/documentation/foundation/nspredicate/init(format:_:)
extension NSPredicate {
    @available(iOS 3.0, macOS 10.4, *)
    public convenience init(format predicateFormat: String, _ args: any CVarArg...) { self.init(value: false) }
}
