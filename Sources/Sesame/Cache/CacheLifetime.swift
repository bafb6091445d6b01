package import Foundation

/// The ages at which a cached value becomes stale, and then expires.
public struct CacheLifetime: Sendable, Equatable {
    /// The time for which a value is fresh, and shown without a refetch.
    public var fresh: Duration
    /// The time for which a value is shown, fresh or stale.
    public var total: Duration

    /// Creates a lifetime. A value that is older than `fresh` is stale, and one that is older than `total` has expired.
    public init(fresh: Duration, total: Duration) {
        self.fresh = fresh
        self.total = total
    }

    /// The default lifetime: fresh for five minutes, which covers a short visit to another app, and seven days in
    /// total.
    public static let `default` = CacheLifetime(fresh: .seconds(300), total: .seconds(7 * 86_400))

    /// The state of a value that results from its age.
    package enum Age: Equatable {
        case fresh, stale, expired
    }

    /// Returns the state of a value that was saved at the given time.
    ///
    /// A value from the future means that the clock was set back. Less than ``fresh`` ahead, it counts as stale;
    /// further ahead it is expired, because it would otherwise live forever.
    package func age(savedAt: Date, now: Date) -> Age {
        let age = now.timeIntervalSince(savedAt)
        if age < 0 { return -age < fresh.timeInterval ? .stale : .expired }
        if age < fresh.timeInterval { return .fresh }
        return age < total.timeInterval ? .stale : .expired
    }
}

/// The content of a ``UserCache`` for a user.
public enum CachedValue<Value: Sendable>: Sendable {
    /// A fresh value, which needs no refetch.
    case fresh(Value)
    /// A stale value, shown while a new one is fetched.
    case stale(Value)
    /// No value: never stored, expired, unreadable, or another user's.
    case missing

    /// The fresh or stale value; nil if it is missing.
    public var value: Value? {
        switch self {
        case .fresh(let value), .stale(let value): value
        case .missing: nil
        }
    }
}

extension CachedValue: Equatable where Value: Equatable {}
