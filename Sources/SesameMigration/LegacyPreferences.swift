public import Foundation
public import SesameCore

/// The preferences that an earlier version of the app has left.
///
/// On Apple's systems these are the app's `UserDefaults`; on Android the entries of preferences such as `user_cache`,
/// passed in by the app.
public protocol LegacyPreferences {
    /// The names of all entries.
    var names: [String] { get }

    /// Returns an entry; nil if it does not exist, or has none of these types.
    func value(of name: String) -> LegacyValue?

    /// Writes an entry durably, so that it survives the end of the app.
    func write(_ value: LegacyValue, as name: String)

    /// Removes an entry, if it exists.
    func remove(_ name: String)
}

/// An entry of the preferences.
public enum LegacyValue: Sendable, Equatable {
    /// A string.
    case text(String)
    /// Bytes.
    case data(Data)
    /// A number, whole or not.
    case number(Double)
    /// A point in time.
    case date(Date)
}

extension LegacyValue: Redacted {}
