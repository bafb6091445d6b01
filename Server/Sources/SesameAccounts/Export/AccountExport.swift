public import Foundation

/// All that is kept about a person in one app, without what only the server may know: digests, sealed tokens, addresses
/// of devices.
public struct AccountExport: Sendable {
    /// When it was made.
    public let at: Date
    /// The account with its identities.
    public let view: AccountView
    /// What is kept beside the account; nil where nothing ever was.
    public let details: AccountDetails?
    /// The sessions, live and ended, newest first.
    public let sessions: [Session]
    /// The devices that pushes go to.
    public let devices: [Device]
    /// The clients for which a provider's token is kept, sealed.
    public let consents: [ProviderConsent]
    /// What happened to the account, the last first.
    public let events: [SecurityEvent]
    /// How many recovery codes were not used.
    public let recoveryCodes: Int
    /// What is kept of a merge that can still be undone.
    public let merge: Merge?

    /// Makes an export.
    public init(
        at: Date, view: AccountView, details: AccountDetails? = nil, sessions: [Session], devices: [Device],
        consents: [ProviderConsent], events: [SecurityEvent], recoveryCodes: Int = 0, merge: Merge? = nil
    ) {
        self.at = at
        self.view = view
        self.details = details
        self.sessions = sessions
        self.devices = devices
        self.consents = consents
        self.events = events
        self.recoveryCodes = recoveryCodes
        self.merge = merge
    }

    /// A merge that can still be undone.
    public struct Merge: Sendable, Equatable {
        /// When it was made.
        public let at: Date
        /// Until when it can be undone.
        public let expiresAt: Date
        /// The account that went, as it was.
        public let goes: Account
        /// Its details, if it had any.
        public let goesDetails: AccountDetails?
        /// The account that stayed, as it was before.
        public let before: Account
        /// Its details, if it had any.
        public let beforeDetails: AccountDetails?

        /// Makes the value.
        public init(
            at: Date, expiresAt: Date, goes: Account, goesDetails: AccountDetails? = nil, before: Account,
            beforeDetails: AccountDetails? = nil
        ) {
            self.at = at
            self.expiresAt = expiresAt
            self.goes = goes
            self.goesDetails = goesDetails
            self.before = before
            self.beforeDetails = beforeDetails
        }
    }

    /// A client of the app's that holds a token of the provider's.
    public struct ProviderConsent: Sendable, Equatable {
        /// Who gave the token.
        public let provider: Provider
        /// The client.
        public let clientID: String

        /// Makes the value.
        public init(provider: Provider, clientID: String) {
            self.provider = provider
            self.clientID = clientID
        }
    }
}
