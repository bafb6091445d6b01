// https://developer.apple.com/documentation/os/oslogtype
@available(iOS 10.0, macOS 10.12, *)
public struct OSLogType: Sendable {
    public static var `default`: OSLogType { OSLogType() }
    public static var info: OSLogType { OSLogType() }
    public static var debug: OSLogType { OSLogType() }
    public static var error: OSLogType { OSLogType() }
    public static var fault: OSLogType { OSLogType() }
}

// https://developer.apple.com/documentation/os/oslogprivacy
@available(iOS 14.0, macOS 11.0, *)
public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
}

// https://developer.apple.com/documentation/os/oslogmessage
@available(iOS 14.0, macOS 11.0, *)
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral value: String) {}
}

// https://developer.apple.com/documentation/os/osloginterpolation
@available(iOS 14.0, macOS 11.0, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .private
    ) {}
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, privacy: OSLogPrivacy = .private
    ) {}
}

// https://developer.apple.com/documentation/os/logger
@available(iOS 14.0, macOS 11.0, *)
public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func log(level: OSLogType, _ message: OSLogMessage) {}
}
