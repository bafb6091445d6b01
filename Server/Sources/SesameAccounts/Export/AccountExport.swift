package import Foundation

/// All stored data about a user in one app, except for internal values: digests, encrypted tokens, push tokens.
package struct AccountExport: Sendable {
    package let at: Date
    /// The account with its sign-in methods and second factors.
    package let view: AccountRecord
    /// The account's metadata; nil if none was ever set.
    package let details: AccountMetadata?
    /// The sessions, live and ended, newest first.
    package let sessions: [Session]
    /// The devices registered for push notifications.
    package let devices: [Device]
    /// The provider clients for which a token of the user is stored.
    package let consents: [ProviderConsent]
    /// The account's events, newest first.
    package let events: [SecurityEvent]
    /// The number of unused recovery codes.
    package let recoveryCodes: Int
    /// The last merge, if it can still be undone.
    package let merge: Merge?

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
        package let at: Date
        /// The time until which the merge can be undone.
        package let expiresAt: Date
        /// The absorbed account as it was before the merge.
        package let absorbed: Account
        /// The absorbed account's metadata; nil if it had none.
        package let absorbedMetadata: AccountMetadata?
        /// The surviving account as it was before the merge.
        package let survivorBefore: Account
        /// The surviving account's metadata before the merge; nil if it had none.
        package let survivorMetadataBefore: AccountMetadata?

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

    /// A client id of the app at a provider, for which a token of the user is stored.
    package struct ProviderConsent: Sendable, Equatable {
        package let provider: Provider
        package let clientID: String

        package init(provider: Provider, clientID: String) {
            self.provider = provider
            self.clientID = clientID
        }
    }
}
