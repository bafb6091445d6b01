/// A rate limit. Each rule counts for itself.
package enum LimitRule: Int, Sendable, CaseIterable {
    /// Requests of an address, whatever they are.
    case requests
    /// Wrong tokens and other refused credentials of an address. They are counted when they are refused; once they are
    /// too many, the address waits with whatever it sends.
    case refusals
    /// Guests' accounts that an address makes.
    case guests
    /// Guests' accounts that all people of an app make.
    case guestsOfApp
    /// Credentials that an address presents to sign in. They are counted before those of the app.
    case credentialsFromAddress
    /// Credentials that all people of an app present to sign in: each costs the check of a signature at least.
    case credentialsOfApp
    /// Refreshes of a session.
    case refreshes
    /// Changes that a person makes to the account: confirmations, links, devices, profile.
    case changes
    /// Wrong passwords and codes for one name: the wait doubles with each. Not configured; see ``FailureTable``.
    case passwords
    /// Codes that are sent to one name. Not configured.
    case codes
    /// Codes that an address has sent, to whomever.
    case codesFromAddress
    /// Codes among them that go out as texts: each costs money, and counts towards the caps of a day that everybody
    /// shares; see ``MessageCaps``.
    case textsFromAddress
    /// Codes among them that go out as mails: they count towards the cap of a day that all people of the app share.
    case mailsFromAddress

    /// The limit where the configuration has no other: far beyond what real apps send, a carrier's network behind one
    /// address included. Only texts and mails, whose caps of a day everybody shares, have one that a large network can reach.
    package var usual: RateLimit {
        switch self {
        case .requests: RateLimit(perMinute: 6_000, burst: 3_000)
        case .refusals: RateLimit(perMinute: 60, burst: 300)
        case .guests: RateLimit(perMinute: 30, burst: 200)
        case .guestsOfApp: RateLimit(perMinute: 3_000, burst: 1_000)
        case .credentialsFromAddress: RateLimit(perMinute: 120, burst: 600)
        case .credentialsOfApp: RateLimit(perMinute: 12_000, burst: 3_000)
        case .refreshes: RateLimit(perMinute: 30, burst: 60)
        case .changes: RateLimit(perMinute: 60, burst: 120)
        case .passwords: RateLimit(perMinute: 1, burst: 5)
        case .codes: RateLimit(perMinute: 1, burst: 5)
        case .codesFromAddress: RateLimit(perMinute: 30, burst: 60)
        // Together 44 in any day, and 176 of the network: less than the usual cap of a country.
        case .textsFromAddress: RateLimit(1, per: .hour, burst: 20)
        // Together 1,740 in any day, and 6,960 of the network: less than the usual cap of an app.
        case .mailsFromAddress: RateLimit(60, per: .hour, burst: 300)
        }
    }

    /// The rule's name, in configurations and metrics.
    package var name: String {
        switch self {
        case .requests: "requests"
        case .refusals: "refusals"
        case .guests: "guests"
        case .guestsOfApp: "guestsOfApp"
        case .credentialsFromAddress: "credentialsFromAddress"
        case .credentialsOfApp: "credentialsOfApp"
        case .refreshes: "refreshes"
        case .changes: "changes"
        case .passwords: "passwords"
        case .codes: "codes"
        case .codesFromAddress: "codesFromAddress"
        case .textsFromAddress: "textsFromAddress"
        case .mailsFromAddress: "mailsFromAddress"
        }
    }

    /// True if an app can have a limit of its own.
    package var isOfApps: Bool { self == .guestsOfApp || self == .credentialsOfApp }

    /// True if the configuration may say another limit.
    package var isConfigurable: Bool { self != .passwords && self != .codes }

    /// The explanation for clients.
    var reason: String {
        switch self {
        case .requests: "too many requests from this network"
        case .refusals: "too many refused credentials from this network"
        case .guests: "too many guests from this network"
        case .guestsOfApp: "too many guests of this app"
        case .credentialsFromAddress: "too many sign-ins from this network"
        case .credentialsOfApp: "too many sign-ins to this app"
        case .refreshes: "too many refreshes of this session"
        case .changes: "too many changes to this account"
        case .passwords: "too many wrong passwords or codes for this name"
        case .codes: "too many codes for this address or number"
        case .codesFromAddress: "too many codes asked for from this network"
        case .textsFromAddress: "too many texts asked for from this network"
        case .mailsFromAddress: "too many mails asked for from this network"
        }
    }
}
