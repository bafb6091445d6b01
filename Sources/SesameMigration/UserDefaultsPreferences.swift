import Foundation

/// The preferences of this app, or of a group of apps.
public struct UserDefaultsPreferences: LegacyPreferences {
    private let defaults: UserDefaults
    private let domain: String

    /// The app's own preferences; nil in a program without a bundle identifier.
    public init?() {
        guard let domain = Bundle.main.bundleIdentifier else { return nil }
        defaults = .standard
        self.domain = domain
    }

    /// The preferences of a suite, for example of an app group; nil for a name that cannot be one.
    public init?(suite: String) {
        guard let defaults = UserDefaults(suiteName: suite) else { return nil }
        self.defaults = defaults
        domain = suite
    }

    /// The names of the entries, without those of the system.
    public var names: [String] {
        defaults.persistentDomain(forName: domain).map { Array($0.keys) } ?? []
    }

    /// An entry.
    public func value(of name: String) -> LegacyValue? {
        switch defaults.object(forKey: name) {
        case let text as String: .text(text)
        case let data as Data: .data(data)
        case let date as Date: .date(date)
        case let number as NSNumber: .number(number.doubleValue)
        default: nil
        }
    }

    /// Writes an entry.
    public func write(_ value: LegacyValue, as name: String) {
        switch value {
        case .text(let text): defaults.set(text, forKey: name)
        case .data(let data): defaults.set(data, forKey: name)
        case .date(let date): defaults.set(date, forKey: name)
        case .number(let number): defaults.set(number, forKey: name)
        }
        _ = defaults.synchronize()
    }

    /// Removes an entry.
    public func remove(_ name: String) {
        defaults.removeObject(forKey: name)
        _ = defaults.synchronize()
    }
}
