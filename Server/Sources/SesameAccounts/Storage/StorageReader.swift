package import Foundation

/// The reads of a transaction.
package protocol StorageReader {
    func account(_ id: AccountID, in app: AppID) throws(StorageError) -> Account?

    /// The account's epochs; nil for an unknown account.
    func epochs(of account: AccountID, in app: AppID) throws(StorageError) -> Epochs?

    func identity(_ provider: Provider, subject: String, in app: AppID) throws(StorageError) -> Identity?

    /// The subject of any one identity of the app; nil where there is none.
    func subject(in app: AppID) throws(StorageError) -> String?

    /// The accounts with an identity of that joining address, each once.
    func accounts(joiningBy address: String, in app: AppID) throws(StorageError) -> [AccountID]

    /// The account's identities, oldest first.
    func identities(of account: AccountID, in app: AppID) throws(StorageError) -> [Identity]

    /// Identities of the app, by the bytes of subject and provider: at most `limit` of those behind that one.
    func identities(in app: AppID, after last: Identity?, limit: Int) throws(StorageError) -> [Identity]

    func login(_ kind: Login.Kind, name: String, in app: AppID) throws(StorageError) -> Login?

    /// The account's logins, oldest first.
    func logins(of account: AccountID, in app: AppID) throws(StorageError) -> [Login]

    /// The account's second factors, oldest first.
    func secondFactors(of account: AccountID, in app: AppID) throws(StorageError) -> [SecondFactor]

    /// Returns the account's recovery codes as stored.
    func recoveryCodes(of account: AccountID, in app: AppID) throws(StorageError) -> RecoveryCodes?

    /// Returns the details beside the account; nil if there never were any.
    func details(of account: AccountID, in app: AppID) throws(StorageError) -> AccountDetails?

    func code(_ digest: [UInt8]) throws(StorageError) -> OneTimeCode?

    /// The codes that go with an account, in the order of their slots.
    func codes(of account: AccountID, in app: AppID) throws(StorageError) -> [OneTimeCode]

    func code(inSlot slot: [UInt8]) throws(StorageError) -> OneTimeCode?

    /// The sealed provider tokens of the account's identities, by provider, subject and client id.
    func providerTokens(of account: AccountID, in app: AppID) throws(StorageError) -> [SealedProviderToken]

    /// Returns the snapshot of the merge that the account survived, while it can be undone.
    func mergeRecord(of account: AccountID, in app: AppID) throws(StorageError) -> MergeRecord?

    /// A session, live or ended.
    func session(_ id: SessionID) throws(StorageError) -> Session?

    /// A session, and when its account was disabled if it was: what every authenticated call asks for, in one read.
    func sessionState(_ id: SessionID) throws(StorageError) -> SessionState?

    /// The account's sessions, live and ended, newest first.
    func sessions(of account: AccountID, in app: AppID) throws(StorageError) -> [Session]

    /// Returns the number of the account's sessions, live and ended. Called at every sign-in: it should cost less than
    /// reading them.
    func sessionCount(of account: AccountID, in app: AppID) throws(StorageError) -> Int

    /// The devices of the account's sessions, the one registered last first.
    func devices(of account: AccountID, in app: AppID) throws(StorageError) -> [Device]

    /// The device with that digest of its address.
    func device(_ digest: [UInt8]) throws(StorageError) -> Device?

    /// A push that was accepted.
    func push(_ id: String) throws(StorageError) -> PushRecord?

    /// Returns the counter's number of messages; 0 for an unknown counter.
    func messageCount(of counter: MessageCounter) throws(StorageError) -> Int

    /// Returns true if the nonce was spent before.
    func isSpent(_ nonce: SpentNonce) throws(StorageError) -> Bool

    func usedToken(_ key: UsedToken.Key, in app: AppID) throws(StorageError) -> UsedToken?

    func ticket(_ digest: [UInt8]) throws(StorageError) -> RegistrationTicket?

    /// The step of a browser's sign-in with that digest.
    func flow(_ digest: [UInt8]) throws(StorageError) -> FlowRecord?

    /// Returns true if an account with that tombstone is gone.
    func hasTombstone(_ digest: [UInt8]) throws(StorageError) -> Bool

    /// All tombstones of that cause, the oldest first.
    func tombstones(_ cause: Tombstone.Cause) throws(StorageError) -> [Tombstone]

    /// The accounts of all apps that follow one in the order of their keys, at most `limit`: from the first to the last,
    /// in steps that keep nobody waiting.
    func activities(after key: AccountActivity.Key?, limit: Int) throws(StorageError) -> [AccountActivity]

    /// The signing keys, newest first by when they begin to sign.
    func signingKeys() throws(StorageError) -> [SealedSigningKey]

    /// Returns the check of that version of the key of pseudonyms, to tell it from another one.
    func pseudonymKeyCode(_ version: Int) throws(StorageError) -> [UInt8]?

    /// The account's events, the last added first.
    func events(of account: AccountID, in app: AppID, limit: Int) throws(StorageError) -> [SecurityEvent]

    /// Returns the state of the outbox. At most `limit` jobs are looked at, the oldest first: a long queue must not
    /// become longer by being counted.
    func outbox(limit: Int) throws(StorageError) -> OutboxState

    /// The events that a query asks for.
    func events(matching query: EventQuery) throws(StorageError) -> EventPage

    /// The accounts that a query asks for.
    func accounts(matching query: AccountQuery) throws(StorageError) -> AccountPage

    /// So many accounts of an app in an order: from its beginning, or behind where that account stood, whether it is still
    /// there or not. It costs what the accounts that it gives cost, however many others there are.
    func listedAccounts(
        in app: AppID, by order: AccountListOrder, after: ListedAccount?, limit: Int
    ) throws(StorageError) -> [ListedAccount]

    /// Returns the fields of one account that lists show.
    func listedAccount(_ id: AccountID, in app: AppID) throws(StorageError) -> ListedAccount?

    /// Returns the number of an app's accounts, up to the given number.
    func accountCount(in app: AppID, upTo most: Int) throws(StorageError) -> Int

    /// An admin key, whatever has become of it.
    func adminKey(_ id: String) throws(StorageError) -> AdminKey?

    /// All admin keys, the newest first.
    func adminKeys() throws(StorageError) -> [AdminKey]

    /// Returns the settings of the user pool with that id; nil if none were ever set.
    func firebasePopulation(_ id: AppID) throws(StorageError) -> FirebasePopulation?

    /// A project's tenants, in the order of their ids' bytes: at most `limit` of those behind that one.
    func firebaseTenants(
        of project: AppID, after tenant: String?, limit: Int
    ) throws(StorageError) -> [FirebasePopulation]

    /// Returns the number of the last event that each webhook was told of.
    func webhookPositions() throws(StorageError) -> [String: Int64]

    /// Returns the last recorded use of the data; nil for new data.
    func lastUse() throws(StorageError) -> Date?

    /// Jobs that are due, the longest due first.
    func dueJobs(at now: Date, limit: Int) throws(StorageError) -> [Job]
}

/// A session with what matters of its account.
package struct SessionState: Sendable, Equatable {
    package let session: Session
    /// The time at which the account was disabled.
    package let disabledAt: Date?

    /// Makes the pair.
    package init(session: Session, disabledAt: Date?) {
        self.session = session
        self.disabledAt = disabledAt
    }
}
