import Foundation
import SesameCore
import SesameWire

extension ProviderEvent {
    /// The largest `event_time` that is read as seconds, a time in the year 5138; read as milliseconds, it would be in
    /// 1973.
    private static let maxSeconds: Int64 = 100_000_000_000

    /// Returns the events of one of Apple's notifications. Throws ``TokenError/Reason/claim`` if an event is malformed.
    ///
    /// `events` is documented as an object and sent as a string that contains one; a list is accepted as well.
    /// `event_time` is in milliseconds, but Apple's own example has seconds; both are accepted.
    public static func apple(_ token: VerifiedSecurityEventToken) throws(TokenError) -> [ProviderEvent] {
        var value = token.claims.members["events"] ?? .null
        if let text = value.string {
            guard let inner = try? JSONValue(parsing: Array(text.utf8)) else {
                throw TokenError(.claim, "events is not strict JSON")
            }
            value = inner
        }
        var events: [ProviderEvent] = []
        for value in value.array ?? [value] {
            guard let members = value.object else { throw TokenError(.claim, "an event is not an object") }
            events.append(try apple(Claims(members: members), issuedAt: token.issuedAt))
        }
        return events
    }

    private static func apple(_ event: Claims, issuedAt: Date) throws(TokenError) -> ProviderEvent {
        let name = try event.requiredString("type")
        let kind: Kind =
            switch name {
            case "consent-revoked": .consentRevoked
            case "account-delete", "account-deleted": .accountDeleted
            case "email-enabled": .emailForwarding(event, isOn: true)
            case "email-disabled": .emailForwarding(event, isOn: false)
            default: .unknown(name)
            }
        if case .unknown = kind { return ProviderEvent(kind, of: nil, at: issuedAt) }
        return ProviderEvent(kind, of: try event.requiredString("sub"), at: try time(event) ?? endOfSecond(issuedAt))
    }

    private static func time(_ event: Claims) throws(TokenError) -> Date? {
        guard let value = event.members["event_time"] else { return nil }
        guard let time = value.integer, time > 0 else { throw TokenError(.claim, "event_time is not a valid time") }
        if time <= maxSeconds { return endOfSecond(Date(epochSeconds: time)) }
        return Date(timeIntervalSince1970: Double(time) / 1_000)
    }

    static func endOfSecond(_ time: Date) -> Date {
        Date(timeIntervalSince1970: (time.timeIntervalSince1970 * 1_000 + 999) / 1_000)
    }
}

extension ProviderEvent.Kind {
    fileprivate static func emailForwarding(_ event: Claims, isOn: Bool) -> Self {
        .emailForwarding(
            isOn: isOn, address: event.displayText("email", maxBytes: 320),
            isPrivate: event.flag("is_private_email"))
    }
}
