import Foundation
import SesameCore
import SesameWire

extension ProviderEvent {
    /// The prefixes of the names of Google's events. The third is Google's own, older spelling.
    private static let prefixes = [
        "https://schemas.openid.net/secevent/risc/event-type/", "https://schemas.openid.net/secevent/oauth/event-type/",
        "https://accounts.google.com/risc/event/",
    ]

    /// Returns the events of one of Google's security event tokens. Each is a member of `events` whose name is a URI.
    /// Throws ``TokenError/Reason/claim`` if there is none, or one is malformed.
    public static func google(_ token: VerifiedSecurityEventToken) throws(TokenError) -> [ProviderEvent] {
        guard let members = token.claims.members["events"]?.object?.members, !members.isEmpty else {
            throw TokenError(.claim, "events is empty or not an object")
        }
        let time = try token.claims.seconds("toe").map(Date.init(epochSeconds:)) ?? token.issuedAt
        var events: [ProviderEvent] = []
        for member in members {
            guard let event = member.value.object else { throw TokenError(.claim, "an event is not an object") }
            let kind = kind(named: member.name, event)
            events.append(
                ProviderEvent(
                    kind, of: try subject(of: kind, event, from: token.issuer), at: endOfSecond(time)))
        }
        return events
    }

    private static func kind(named address: String, _ event: JSONObject) -> Kind {
        guard let prefix = prefixes.first(where: address.hasPrefix) else { return .unknown(address) }
        return switch address.dropFirst(prefix.count) {
        case "sessions-revoked": .sessionsRevoked
        case "tokens-revoked": .consentRevoked
        case "token-revoked": .tokenRevoked
        case "account-disabled":
            .accountDisabled(event["reason"]?.string.flatMap(DisablingReason.init(rawValue:)) ?? .unstated)
        case "account-enabled": .accountEnabled
        case "account-credential-change-required": .credentialChangeRequired
        case "account-purged": .accountDeleted
        case "verification":
            .verification(state: Claims(members: event).displayText("state", maxBytes: 255))
        default: .unknown(address)
        }
    }

    /// Returns the provider's id of the user; nil for a kind of event that identifies no user, or if the subject does
    /// not consist of the token's `iss` and a `sub`. Throws if a required `subject` is missing.
    private static func subject(
        of kind: Kind, _ event: JSONObject, from issuer: String
    ) throws(TokenError) -> String? {
        switch kind {
        case .verification, .unknown, .tokenRevoked: return nil
        default: break
        }
        guard let subject = event["subject"]?.object else { throw TokenError(.claim, "an event has no subject") }
        guard let named = subject["iss"]?.string, withoutSlash(named).hasSameBytes(as: withoutSlash(issuer)) else {
            return nil
        }
        return subject["sub"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func withoutSlash(_ address: String) -> String {
        address.hasSuffix("/") ? String(address.dropLast()) : address
    }
}
