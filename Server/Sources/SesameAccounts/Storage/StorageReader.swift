package import Foundation

/// The read operations of a transaction.
package protocol StorageReader {
    func account(_ id: AccountID, in app: AppID) throws(StorageError) -> Account?

    /// Returns the account's epochs; nil for an unknown account.
    func epochs(of account: AccountID, in app: AppID) throws(StorageError) -> Epochs?

    func identity(_ provider: Provider, subject: String, in app: AppID) throws(StorageError) -> Identity?

    /// Returns the subject of an arbitrary identity of the app; nil if the app has no identities.
    func subject(in app: AppID) throws(StorageError) -> String?

    /// Returns the ids of the accounts that have an identity with the given ``Identity/linkableEmail``, each id once.
    func accounts(joiningBy address: String, in app: AppID) throws(StorageError) -> [AccountID]

    /// Returns the ids of the accounts that have the address in an identity or a local credential, ignoring the case of
    /// ASCII letters. Each id occurs once; the ids are sorted.
    func accounts(withEmail address: String, in app: AppID) throws(StorageError) -> [AccountID]

    /// Returns the account's identities, oldest first.
    func identities(of account: AccountID, in app: AppID) throws(StorageError) -> [Identity]

    /// Returns up to `limit` identities of the app after `last`, sorted by the bytes of subject and provider.
    func identities(in app: AppID, after last: Identity?, limit: Int) throws(StorageError) -> [Identity]

    func login(_ kind: LocalCredential.Kind, name: String, in app: AppID) throws(StorageError) -> LocalCredential?

    /// Returns the account's local credentials, oldest first.
    func logins(of account: AccountID, in app: AppID) throws(StorageError) -> [LocalCredential]

    /// Returns the account's second factors, oldest first.
    func secondFactors(of account: AccountID, in app: AppID) throws(StorageError) -> [SecondFactor]

    /// Returns the account's stored recovery codes; nil if there are none.
    func recoveryCodes(of account: AccountID, in app: AppID) throws(StorageError) -> RecoveryCodes?

    /// Returns the account's metadata; nil if none was ever stored.
    func details(of account: AccountID, in app: AppID) throws(StorageError) -> AccountMetadata?

    func code(_ digest: [UInt8]) throws(StorageError) -> OneTimeCode?

    /// Returns the account's pending codes, sorted by slot.
    func codes(of account: AccountID, in app: AppID) throws(StorageError) -> [OneTimeCode]

    func code(inSlot slot: [UInt8]) throws(StorageError) -> OneTimeCode?

    /// Returns the encrypted provider tokens of the account's identities, sorted by provider, subject and client id.
    func providerTokens(of account: AccountID, in app: AppID) throws(StorageError) -> [SealedProviderToken]

    /// Returns the record of the last merge that the account survived; nil if that merge cannot be undone.
    func mergeRecord(of account: AccountID, in app: AppID) throws(StorageError) -> MergeRecord?

    /// Returns a session, live or ended; nil for an unknown id.
    func session(_ id: SessionID) throws(StorageError) -> Session?

    /// Returns a session, and the time at which its account was disabled; nil for an unknown session. One read returns
    /// both, because every authenticated request needs both.
    func sessionState(_ id: SessionID) throws(StorageError) -> SessionState?

    /// Returns the account's sessions, live and ended, newest first.
    func sessions(of account: AccountID, in app: AppID) throws(StorageError) -> [Session]

    /// Returns the number of the account's sessions, live and ended. Every sign-in calls this method, so counting
    /// should cost less than reading the sessions.
    func sessionCount(of account: AccountID, in app: AppID) throws(StorageError) -> Int

    /// Returns the devices of the account's sessions, last registered first.
    func devices(of account: AccountID, in app: AppID) throws(StorageError) -> [Device]

    /// Returns the device whose push address has the given digest; nil if there is none.
    func device(_ digest: [UInt8]) throws(StorageError) -> Device?

    /// Returns the record of an accepted push notification; nil for an unknown id.
    func push(_ id: String) throws(StorageError) -> PushReceipt?

    /// Returns the counter's number of messages; 0 for an unknown counter.
    func messageCount(of counter: MessageCounter) throws(StorageError) -> Int

    /// Returns true if the nonce is already spent.
    func isSpent(_ nonce: UsedNonce) throws(StorageError) -> Bool

    func usedToken(_ key: UsedToken.Key, in app: AppID) throws(StorageError) -> UsedToken?

    func ticket(_ digest: [UInt8]) throws(StorageError) -> RegistrationTicket?

    /// Returns the pending step of a flow, such as a browser's sign-in, with the given digest; nil if there is none.
    func flow(_ digest: [UInt8]) throws(StorageError) -> FlowRecord?

    /// Returns true if a tombstone with the given digest exists, which means that the account was deleted.
    func hasTombstone(_ digest: [UInt8]) throws(StorageError) -> Bool

    /// Returns all tombstones with the given cause of deletion, oldest first.
    func tombstones(_ cause: Tombstone.Cause) throws(StorageError) -> [Tombstone]

    /// Returns the last use of up to `limit` accounts of all apps, in key order, after the given key or from the
    /// beginning if it is nil. Callers can thus go through all accounts without blocking storage.
    func activities(after key: AccountLastUse.Key?, limit: Int) throws(StorageError) -> [AccountLastUse]

    /// Returns the signing keys, sorted by the start of signing, newest first.
    func signingKeys() throws(StorageError) -> [SealedSigningKey]

    /// Returns the stored check value of the given version of the pseudonym key; nil if there is none. A different key
    /// of the same version has a different check value.
    func pseudonymKeyCode(_ version: Int) throws(StorageError) -> [UInt8]?

    /// Returns up to `limit` of the account's security events, newest first.
    func events(of account: AccountID, in app: AppID, limit: Int) throws(StorageError) -> [SecurityEvent]

    /// Returns the number of waiting jobs by kind and the earliest due time. Counts only the `limit` oldest jobs, so
    /// that the cost stays bounded when the queue is long; the due time covers all jobs.
    func outbox(limit: Int) throws(StorageError) -> OutboxState

    /// Returns one page of the events that match the query, in the direction of the query.
    func events(matching query: EventQuery) throws(StorageError) -> EventPage

    /// Returns one page of the accounts that match the query.
    func accounts(matching query: AccountQuery) throws(StorageError) -> AccountPage

    /// Returns up to `limit` of an app's accounts in the given order, starting after the position of the account
    /// `after`, or at the beginning if it is nil. That account may have been deleted since. The cost depends only on
    /// the number of returned accounts.
    func listedAccounts(
        in app: AppID, by order: AccountSortOrder, after: AccountSummary?, limit: Int
    ) throws(StorageError) -> [AccountSummary]

    /// Returns the fields of one account as shown in lists; nil for an unknown account.
    func listedAccount(_ id: AccountID, in app: AppID) throws(StorageError) -> AccountSummary?

    /// Returns the number of an app's accounts; counting stops at `most`.
    func accountCount(in app: AppID, upTo most: Int) throws(StorageError) -> Int

    /// Returns an admin key, even if it is revoked or expired; nil for an unknown id.
    func adminKey(_ id: String) throws(StorageError) -> AdminKey?

    /// Returns all admin keys, newest first.
    func adminKeys() throws(StorageError) -> [AdminKey]

    /// Returns the settings of the user pool with the given id; nil if none were ever set.
    func firebaseUserPool(_ id: AppID) throws(StorageError) -> FirebaseUserPool?

    /// Returns up to `limit` of a project's tenants after `tenant`, sorted by the bytes of their ids.
    func firebaseTenants(
        of project: AppID, after tenant: String?, limit: Int
    ) throws(StorageError) -> [FirebaseUserPool]

    /// Returns the number of the last event examined for each webhook, by the webhook's id: the events up to that
    /// number are delivered, wait in the outbox, or do not concern the webhook.
    func webhookPositions() throws(StorageError) -> [String: Int64]

    /// Returns up to `limit` accounts with ended sessions that are not in the deletion journal yet.
    func sessionEndings(limit: Int) throws(StorageError) -> [SessionEnding]

    /// Returns the position in the deletion journal up to which this database knows the journal's entries; nil for new
    /// data.
    func journalPosition() throws(StorageError) -> JournalPosition?

    /// Returns the last recorded time at which a server used the data; nil for new data.
    func lastUse() throws(StorageError) -> Date?

    /// Returns up to `limit` jobs that are due, the longest overdue first.
    func dueJobs(in queue: JobQueueID, at now: Date, limit: Int) throws(StorageError) -> [Job]

    /// Returns the time at which the first job of each queue is due.
    func firstDueTimes() throws(StorageError) -> [JobQueueID: Date]
}

/// A session and the status of its account.
package struct SessionState: Sendable, Equatable {
    package let session: Session
    /// The time at which the account was disabled; nil if it is enabled.
    package let disabledAt: Date?

    package init(session: Session, disabledAt: Date?) {
        self.session = session
        self.disabledAt = disabledAt
    }
}
