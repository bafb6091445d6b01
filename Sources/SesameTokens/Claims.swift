import Foundation
import SesameCore
import SesameWire

/// The claims of a token with a verified signature. Values are not converted, except by ``flag(_:)``.
struct Claims {
    let members: JSONObject

    /// The accepted times in seconds: 1970 to the end of year 9999.
    private static let times: ClosedRange<Int64> = 0...253_402_300_799

    /// Returns the claim's string, or nil if the claim is missing; throws if the value has another type.
    func string(_ name: String) throws(TokenError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw TokenError(.claim, "\(name) is not a string") }
        return text
    }

    /// Returns the claim's string; throws if the claim is missing, empty or of another type.
    func requiredString(_ name: String) throws(TokenError) -> String {
        guard let text = try string(name), !text.isEmpty else { throw TokenError(.claim, "\(name) is missing") }
        return text
    }

    /// Returns a time in whole seconds since 1970, or nil if the claim is missing. Throws for fractions, exponents,
    /// strings, Booleans and times outside the years 1970 to 9999.
    func seconds(_ name: String) throws(TokenError) -> Int64? {
        guard let value = members[name] else { return nil }
        guard let seconds = value.integer, Self.times.contains(seconds) else {
            throw TokenError(.claim, "\(name) is not a whole number of seconds")
        }
        return seconds
    }

    /// Returns a time in whole seconds since 1970; throws if the claim is missing or invalid.
    func requiredSeconds(_ name: String) throws(TokenError) -> Int64 {
        guard let seconds = try seconds(name) else { throw TokenError(.claim, "\(name) is missing") }
        return seconds
    }

    /// Returns true for `true` and for the string "true": Apple sends both forms. Anything else counts as false.
    func flag(_ name: String) -> Bool {
        members[name]?.bool ?? (members[name]?.string?.hasSameBytes(as: "true") == true)
    }

    /// Returns a text for display; nil if the claim is missing, empty, of another type, longer than `maxBytes` bytes,
    /// or contains ASCII control characters.
    func displayText(_ name: String, maxBytes: Int = 512) -> String? {
        guard let text = members[name]?.string, 1...maxBytes ~= text.utf8.count,
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }

    /// Throws if `exp` has passed or `nbf` is in the future, with a tolerance in seconds. An absent claim is not
    /// checked.
    func requireCurrent(at now: Int64, tolerance: Int64) throws(TokenError) {
        if let expiry = try seconds("exp") { try Self.requireUnexpired(expiry, at: now, tolerance: tolerance) }
        try requireStarted(at: now, tolerance: tolerance)
    }

    /// Throws if `nbf` is in the future by more than the tolerance, in seconds.
    func requireStarted(at now: Int64, tolerance: Int64) throws(TokenError) {
        if let start = try seconds("nbf"), now + tolerance < start {
            throw TokenError(.notYetValid, "nbf is in the future")
        }
    }

    /// Throws if the expiry has passed by at least the tolerance; all values are in seconds.
    static func requireUnexpired(_ expiry: Int64, at now: Int64, tolerance: Int64) throws(TokenError) {
        if now - tolerance >= expiry { throw TokenError(.expired, "exp has passed") }
    }
}

extension Date {
    /// The whole seconds since 1970, rounded down.
    var epochSeconds: Int64 {
        Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? 0
    }

    init(epochSeconds: Int64) {
        self.init(timeIntervalSince1970: Double(epochSeconds))
    }
}
