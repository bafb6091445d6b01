package import Foundation

/// All that is kept about a person in one app, without what only the server may know: digests, sealed tokens, addresses
/// of devices.
package struct AccountExport: Sendable {
    /// The time at which it was created.
    package let at: Date
    /// The account with its identities.
    package let view: AccountView
    /// The details beside the account; nil if there never were any.
    package let details: AccountDetails?
    /// The sessions, live and ended, newest first.
    package let sessions: [Session]
    /// The devices that pushes go to.
    package let devices: [Device]
    /// The clients for which a provider's token is kept, sealed.
    package let consents: [ProviderConsent]
    /// The account's events, newest first.
    package let events: [SecurityEvent]
    /// The number of unused recovery codes.
    package let recoveryCodes: Int
    /// The snapshot of a merge that can still be undone.
    package let merge: Merge?

    /// Makes an export.
    package init(
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
    package struct Merge: Sendable, Equatable {
        /// The time at which it was created.
        package let at: Date
        /// Until when it can be undone.
        package let expiresAt: Date
        /// The account that went, as it was.
        package let goes: Account
        /// Its details, if it had any.
        package let goesDetails: AccountDetails?
        /// The account that stayed, as it was before.
        package let before: Account
        /// Its details, if it had any.
        package let beforeDetails: AccountDetails?

        /// Makes the value.
        package init(
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
    package struct ProviderConsent: Sendable, Equatable {
        /// The provider of the token.
        package let provider: Provider
        package let clientID: String

        /// Makes the value.
        package init(provider: Provider, clientID: String) {
            self.provider = provider
            self.clientID = clientID
        }
    }
}
