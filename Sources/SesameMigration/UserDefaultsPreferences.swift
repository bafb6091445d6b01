import Foundation

/// The preferences in `UserDefaults` of this app, or of a group of apps.
public struct UserDefaultsPreferences: LegacyPreferences {
    private let defaults: UserDefaults
    private let domain: String

    /// Creates the app's own preferences; returns nil in a program without a bundle identifier.
    public init?() {
        guard let domain = Bundle.main.bundleIdentifier else { return nil }
        defaults = .standard
        self.domain = domain
    }

    /// Creates the preferences of a suite, for example of an app group; returns nil for an invalid name.
    public init?(suite: String) {
        guard let defaults = UserDefaults(suiteName: suite) else { return nil }
        self.defaults = defaults
        domain = suite
    }

    /// The names of all entries except the system's.
    public var names: [String] {
        defaults.persistentDomain(forName: domain).map { Array($0.keys) } ?? []
    }

    /// Returns an entry; nil if it does not exist, or has an unsupported type.
    public func value(of name: String) -> LegacyValue? {
        switch defaults.object(forKey: name) {
        case let text as String: .text(text)
        case let data as Data: .data(data)
        case let date as Date: .date(date)
        case let number as NSNumber: .number(number.doubleValue)
        default: nil
        }
    }

    /// Writes an entry, and waits until it is stored.
    public func write(_ value: LegacyValue, as name: String) {
        switch value {
        case .text(let text): defaults.set(text, forKey: name)
        case .data(let data): defaults.set(data, forKey: name)
        case .date(let date): defaults.set(date, forKey: name)
        case .number(let number): defaults.set(number, forKey: name)
        }
        _ = defaults.synchronize()
    }

    /// Removes an entry, if it exists, and waits until the change is stored.
    public func remove(_ name: String) {
        defaults.removeObject(forKey: name)
        _ = defaults.synchronize()
    }
}
