/// A rule that limits the rate of one kind of event. Each rule has its own counters.
package enum RateLimitRule: Int, Sendable, CaseIterable {
    /// All requests from an address.
    case requests
    /// Wrong tokens and other refused credentials from an address. They are counted after the refusal; above the limit,
    /// every request from the address has to wait.
    case refusals
    /// Guest accounts and password sign-ups from an address.
    case guests
    /// Guest accounts and password sign-ups by all users of an app.
    case guestsOfApp
    /// Credentials presented for sign-in from an address. They are counted before the app's limit.
    case credentialsFromAddress
    /// Credentials presented for sign-in by all users of an app. Most cost a signature check or a password hash.
    case credentialsOfApp
    /// Refreshes of a session.
    case refreshes
    /// Changes that a user makes to the account: confirmations, links, devices, profile.
    case changes
    /// Wrong passwords and codes for one email address, phone number or account. After a few free attempts, the wait
    /// doubles with each failure. Not configurable; see ``FailedAttemptTable``.
    case passwords
    /// Codes sent to one address or number. Requests by strangers, by known devices and by signed-in users are counted
    /// separately. Not configurable.
    case codes
    /// Codes requested from one IP address, for any recipient.
    case codesFromAddress
    /// Codes requested from one IP address and sent as texts: each costs money and counts toward the daily caps that all
    /// users share; see ``MessageCaps``.
    case textsFromAddress
    /// Codes requested from one IP address and sent as emails: they count toward the app's daily cap, which all its users
    /// share.
    case mailsFromAddress

    /// The default limit. The limits by address and by app are far above the traffic of real apps, even of a carrier's
    /// network behind one address. Only the limits for texts and emails, whose daily caps all users share, can be
    /// reached by a large network.
    package var defaultLimit: RateLimit {
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
        // Together 44 in any day, and 176 for the network: less than the default cap of a country.
        case .textsFromAddress: RateLimit(1, per: .hour, burst: 20)
        // Together 1,740 in any day, and 6,960 for the network: less than the default cap of an app.
        case .mailsFromAddress: RateLimit(60, per: .hour, burst: 300)
        }
    }

    /// The rule's name in the configuration and in metrics.
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

    /// True if an app can have its own limit.
    package var isOfApps: Bool { self == .guestsOfApp || self == .credentialsOfApp }

    /// True if the configuration can change the limit; the limits of passwords and codes are fixed.
    package var isConfigurable: Bool { self != .passwords && self != .codes }

    /// The error message for clients.
    var reason: String {
        switch self {
        case .requests: "too many requests from this network"
        case .refusals: "too many rejected credentials from this network"
        case .guests: "too many new guests from this network"
        case .guestsOfApp: "too many new guests in this app"
        case .credentialsFromAddress: "too many sign-ins from this network"
        case .credentialsOfApp: "too many sign-ins to this app"
        case .refreshes: "too many refreshes of this session"
        case .changes: "too many changes to this account"
        case .passwords: "too many wrong passwords or codes for this email address, phone number or account"
        case .codes: "too many codes for this email address or phone number"
        case .codesFromAddress: "too many codes requested from this network"
        case .textsFromAddress: "too many SMS requested from this network"
        case .mailsFromAddress: "too many emails requested from this network"
        }
    }
}
