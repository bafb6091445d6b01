package import Foundation

/// All stored data about a user in one app, except for internal values: digests, encrypted tokens, push tokens.
package struct AccountExport: Sendable {
    /// The time at which the export was created.
    package let at: Date
    /// The account with its identities.
    package let view: AccountRecord
    /// The account's metadata; nil if none was ever set.
    package let details: AccountMetadata?
    /// The sessions, live and ended, newest first.
    package let sessions: [Session]
    /// The devices registered for push notifications.
    package let devices: [Device]
    /// The clients with a stored provider token.
    package let consents: [ProviderConsent]
    /// The account's events, newest first.
    package let events: [SecurityEvent]
    /// The number of unused recovery codes.
    package let recoveryCodes: Int
    /// The last merge, if it can still be undone.
    package let merge: Merge?

    /// Creates an export.
    package init(
        at: Date, view: AccountRecord, details: AccountMetadata? = nil, sessions: [Session], devices: [Device],
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
        /// The time of the merge.
        package let at: Date
        /// The time until which the merge can be undone.
        package let expiresAt: Date
        /// The absorbed account, before the merge.
        package let absorbed: Account
        /// The absorbed account's metadata, if any.
        package let absorbedMetadata: AccountMetadata?
        /// The surviving account, before the merge.
        package let survivorBefore: Account
        /// The surviving account's metadata before the merge, if any.
        package let survivorMetadataBefore: AccountMetadata?

        /// Creates a merge from the states of both accounts before it.
        package init(
            at: Date, expiresAt: Date, absorbed: Account, absorbedMetadata: AccountMetadata? = nil,
            survivorBefore: Account,
            survivorMetadataBefore: AccountMetadata? = nil
        ) {
            self.at = at
            self.expiresAt = expiresAt
            self.absorbed = absorbed
            self.absorbedMetadata = absorbedMetadata
            self.survivorBefore = survivorBefore
            self.survivorMetadataBefore = survivorMetadataBefore
        }
    }

    /// A client of the app with a provider's token.
    package struct ProviderConsent: Sendable, Equatable {
        package let provider: Provider
        package let clientID: String

        /// Creates the entry of a client with a stored token.
        package init(provider: Provider, clientID: String) {
            self.provider = provider
            self.clientID = clientID
        }
    }
}
