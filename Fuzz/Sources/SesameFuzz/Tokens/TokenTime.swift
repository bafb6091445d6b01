import Foundation
import SesameCore

/// The time at which the fuzzer verifies tokens.
enum TokenTime {
    static let seconds: Int64 = 1_800_000_000
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Returns a claim's time in seconds since 1970; nil if it is not written in digits alone or is after the year
    /// 9999.
    static func time(_ value: JSONValue?) -> Int64? {
        guard let time = digits(value), time < 253_402_300_800 else { return nil }
        return time
    }

    /// Returns a number written in digits alone; nil for any other value, or beyond `Int64.max`.
    static func digits(_ value: JSONValue?) -> Int64? {
        guard case .number(let number)? = value, number.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(number.text)
    }

    /// Returns true if an optional claim is absent or passes the test.
    static func allows(_ value: JSONValue?, _ test: (JSONValue) -> Bool) -> Bool { value.map(test) ?? true }

    /// JSON values around each limit of the rules for times, and values of wrong types.
    static let values = [
        "0", "-0", "-1", "1799913540", "1799913599", "1799913600", "1799999939", "1799999940", "1799999941",
        "1799999999",
        "1800000000", "1800000001", "1800000059", "1800000060", "1800000061", "1800000000.0", "18e8", "253402300799",
        "253402300800", "9223372036854775807", "9223372036854775808", #""1800003600""#, "true", "false", "null", "[]",
        "{}",
        #""""#, #""true""#,
    ]
}
