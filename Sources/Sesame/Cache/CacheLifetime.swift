package import Foundation

/// The lifetime of a cached value.
public struct CacheLifetime: Sendable, Equatable {
    /// The time for which a value is as good as new.
    public var fresh: Duration
    /// The time for which a value is shown at all.
    public var total: Duration

    /// A lifetime of the given parts.
    public init(fresh: Duration, total: Duration) {
        self.fresh = fresh
        self.total = total
    }

    /// Five minutes, as long as a short look into another app takes, and seven days in all.
    public static let `default` = CacheLifetime(fresh: .seconds(300), total: .seconds(7 * 86_400))

    /// The age of a value.
    package enum Age: Equatable {
        case fresh, stale, gone
    }

    /// The age of a value. One from the future means that the clock was set back: for as long as a clock is corrected by
    /// now and then it is shown, but not taken for new; from further ahead it would live for ever.
    package func age(savedAt: Date, now: Date) -> Age {
        let age = now.timeIntervalSince(savedAt)
        if age < 0 { return -age < fresh.timeInterval ? .stale : .gone }
        if age < fresh.timeInterval { return .fresh }
        return age < total.timeInterval ? .stale : .gone
    }
}

/// The content of a ``UserCache`` for a user.
public enum CachedValue<Value: Sendable>: Sendable {
    /// As good as new.
    case fresh(Value)
    /// To be shown while it is renewed.
    case stale(Value)
    /// Nothing: never kept, too old, unreadable, or somebody else's.
    case gone

    /// The value, unless it is gone.
    public var value: Value? {
        switch self {
        case .fresh(let value), .stale(let value): value
        case .gone: nil
        }
    }
}

extension CachedValue: Equatable where Value: Equatable {}
