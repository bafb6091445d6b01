public import Foundation
public import SesameCore

/// The preferences that an earlier version of the app has left.
///
/// On Apple's systems these are the app's `UserDefaults`; on Android the entries of preferences such as `user_cache`,
/// passed in by the app.
public protocol LegacyPreferences {
    /// The keys of all entries, including entries that the import ignores.
    var names: [String] { get }

    /// Returns an entry; nil if it does not exist, or has a type other than those of ``LegacyValue``.
    func value(of name: String) -> LegacyValue?

    /// Writes an entry durably, so that it survives the end of the app.
    func write(_ value: LegacyValue, as name: String)

    /// Removes an entry, if it exists.
    func remove(_ name: String)
}

/// The value of an entry, in one of the types that earlier versions stored.
public enum LegacyValue: Sendable, Equatable {
    /// A string, for example a name from Apple or a push token.
    case text(String)
    /// Bytes, for example a cached profile as JSON.
    case data(Data)
    /// A number, for example the time at which a profile was cached, in seconds or milliseconds since 1970.
    case number(Double)
    /// A date, for example the time at which a profile was cached.
    case date(Date)
}

extension LegacyValue: Redacted {}
