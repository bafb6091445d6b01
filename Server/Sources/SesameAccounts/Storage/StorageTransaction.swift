package import Foundation

/// The write operations of a transaction. Later reads in the transaction see the changes.
///
/// An insertion throws ``StorageError/conflict`` if its key is taken, or if its account or identity does not exist; the
/// transaction may continue without it. Updating or removing a missing row does nothing.
package protocol StorageTransaction: StorageReader {
    /// Adds an account; throws ``StorageError/conflict`` if its id is taken in the app.
    func insert(_ account: Account) throws(StorageError)

    /// Updates the mutable fields of an account: the last sign-in, the time at which it was disabled, the role, the
    /// profile, and the permission to link by email address. A disabled account loses its devices.
    func update(_ account: Account) throws(StorageError)

    /// Writes an account's epochs. The epochs of a new account are zero.
    func put(_ epochs: Epochs, of account: AccountID, in app: AppID) throws(StorageError)

    /// Removes an account and its data: identities with their provider tokens, local credentials, codes, second factors
    /// with recovery codes, metadata, sessions with their devices, its merge record, and tickets for its identities.
    /// Its events stay. Its used tokens stay as well, because a token that signed in to the account could otherwise
    /// create it again.
    func delete(_ account: AccountID, in app: AppID) throws(StorageError)

    /// Moves an account's identities, local credentials and sessions, with all dependent data, to the account `other`
    /// of the app; throws ``StorageError/conflict`` if `other` does not exist. Metadata and second factors are not
    /// moved.
    func move(_ account: AccountID, to other: AccountID, in app: AppID) throws(StorageError)

    /// Moves one identity, with its provider tokens, to the account `other` of the app; throws
    /// ``StorageError/conflict`` if `other` does not exist.
    func move(_ identity: Identity, to other: AccountID) throws(StorageError)

    /// Moves one session, with its devices, to the account `other` of the app; throws ``StorageError/conflict`` if
    /// `other` does not exist.
    func move(_ session: SessionID, to other: AccountID, in app: AppID) throws(StorageError)

    /// Stores the record of a merge and replaces the account's earlier one; throws ``StorageError/conflict`` if the
    /// account does not exist.
    func put(_ record: MergeRecord) throws(StorageError)

    /// Removes the merge record of an account, so that the merge can no longer be undone.
    func deleteMergeRecord(of account: AccountID, in app: AppID) throws(StorageError)

    /// Adds an identity; throws ``StorageError/conflict`` if (app, provider, subject) is taken.
    func insert(_ identity: Identity) throws(StorageError)

    /// Updates an identity's claims, linkable email address and status.
    func update(_ identity: Identity) throws(StorageError)

    /// Changes the subject of an identity and of its provider tokens; throws ``StorageError/conflict`` if (app,
    /// provider, subject) is taken.
    func rename(_ identity: Identity, to subject: String) throws(StorageError)

    /// Stores an identity's provider token and replaces the token of the same client.
    func put(_ token: SealedProviderToken) throws(StorageError)

    /// Removes the provider tokens of an identity, for all clients.
    func deleteProviderTokens(of identity: Identity) throws(StorageError)

    /// Removes an identity, with its provider tokens.
    func delete(_ identity: Identity) throws(StorageError)

    /// Adds a local credential; throws ``StorageError/conflict`` if its (app, kind, name) is taken.
    func insert(_ login: LocalCredential) throws(StorageError)

    /// Updates a local credential's password, its times, and ``LocalCredential/isUnclaimed``.
    func update(_ login: LocalCredential) throws(StorageError)

    /// Removes a local credential. The account's other local credentials stay.
    func delete(_ login: LocalCredential) throws(StorageError)

    /// Stores a code and replaces the one in its slot; throws ``StorageError/conflict`` if its account does not exist.
    func put(_ code: OneTimeCode) throws(StorageError)

    /// Removes the one-time code in the given slot; does nothing if the slot is empty.
    func deleteCode(inSlot slot: [UInt8]) throws(StorageError)

    /// Stores a second factor and replaces the account's factor with the same id; throws ``StorageError/conflict`` if
    /// the account does not exist.
    func put(_ factor: SecondFactor) throws(StorageError)

    /// Removes a second factor. The account's recovery codes stay.
    func delete(_ factor: SecondFactor) throws(StorageError)

    /// Stores recovery codes and replaces the account's earlier ones; throws ``StorageError/conflict`` if the account
    /// does not exist.
    func put(_ codes: RecoveryCodes) throws(StorageError)

    /// Removes an account's set of recovery codes, with all codes that are still unused.
    func deleteRecoveryCodes(of account: AccountID, in app: AppID) throws(StorageError)

    /// Stores an account's metadata and replaces the earlier one; throws ``StorageError/conflict`` if the account does
    /// not exist.
    func put(_ details: AccountMetadata) throws(StorageError)

    /// Adds a session. Sets the account's last sign-in to the start of the session, unless a later sign-in is stored
    /// already or the session waits for its second factor. Purging the session does not change the last sign-in.
    func insertSession(_ session: Session) throws(StorageError)

    /// Updates the mutable fields of a session: generations, times, second factor, ending. A session that has ended
    /// loses its devices, and is added to ``StorageReader/sessionEndings(limit:)``.
    func update(_ session: Session) throws(StorageError)

    /// Stores a device. It replaces the device with the same digest, of any account, and the account's device with the
    /// same installation. Throws ``StorageError/conflict`` if its session does not exist.
    func put(_ device: Device) throws(StorageError)

    /// Removes the device whose push address has the given digest.
    func deleteDevice(_ digest: [UInt8]) throws(StorageError)

    /// Adds the record of a push; throws ``StorageError/conflict`` if its id is taken.
    func insert(_ push: PushReceipt) throws(StorageError)

    /// Updates the results of a push.
    func update(_ push: PushReceipt) throws(StorageError)

    /// Increases a message counter by one.
    func countMessage(in counter: MessageCounter) throws(StorageError)

    /// Adds a spent nonce, or a notification's id; throws ``StorageError/conflict`` if its digest exists.
    func insert(_ nonce: UsedNonce) throws(StorageError)

    /// Adds a used token; throws ``StorageError/conflict`` if its digest exists.
    func insert(_ usedToken: UsedToken) throws(StorageError)

    /// Adds a registration ticket; throws ``StorageError/conflict`` if its digest exists.
    func insert(_ ticket: RegistrationTicket) throws(StorageError)

    func deleteTicket(_ digest: [UInt8]) throws(StorageError)

    /// Adds the step of a flow, such as a browser's sign-in; throws ``StorageError/conflict`` if its digest exists.
    func insert(_ flow: FlowRecord) throws(StorageError)

    /// Removes the step of a flow, such as a browser's sign-in, with the given digest.
    func deleteFlow(_ digest: [UInt8]) throws(StorageError)

    /// Adds the tombstone of a deleted account; does nothing if it exists.
    func insert(_ tombstone: Tombstone) throws(StorageError)

    /// Removes the tombstone with the given digest; the id of its account may then be used again.
    func deleteTombstone(_ digest: [UInt8]) throws(StorageError)

    /// Stores a security event and, unlike ``insert(_:)``, does not advance the account's epochs.
    func keep(_ event: SecurityEvent) throws(StorageError)

    /// Adds an admin key; throws ``StorageError/conflict`` if its id is taken.
    func insert(_ key: AdminKey) throws(StorageError)

    /// Updates the mutable fields of an admin key: expiry, last use and revocation.
    func update(_ key: AdminKey) throws(StorageError)

    /// Stores the settings of a user pool and replaces earlier ones.
    func put(_ population: FirebaseUserPool) throws(StorageError)

    /// Removes the settings of a user pool. Its accounts are not changed.
    func deleteFirebaseUserPool(_ id: AppID) throws(StorageError)

    /// Stores the number of the last event that was examined for a webhook; nil removes it. See
    /// ``StorageReader/webhookPositions()``.
    func setPosition(_ event: Int64?, ofWebhook id: String) throws(StorageError)

    /// Removes an ending that is in the deletion journal, unless a later session of the account has ended since.
    func delete(_ ending: SessionEnding) throws(StorageError)

    /// Adds the sessions that ended before the given time to ``StorageReader/sessionEndings(limit:)`` again, for a
    /// journal that was lost.
    func noteAllEndings(before time: Date) throws(StorageError)

    /// Stores the position in the deletion journal up to which this database knows the journal's entries.
    func setJournalPosition(_ position: JournalPosition) throws(StorageError)

    /// Records that a server used the data at the given time, taken from a trusted clock.
    func noteUse(at time: Date) throws(StorageError)

    /// Adds an encrypted signing key; throws ``StorageError/conflict`` if its id is taken.
    func insert(_ key: SealedSigningKey) throws(StorageError)

    func deleteSigningKey(_ id: String) throws(StorageError)

    /// Adds the check value of a version of the pseudonym key; throws ``StorageError/conflict`` if that version exists.
    func insertPseudonymKey(version: Int, code: [UInt8]) throws(StorageError)

    /// Adds a job. If a job of the same kind and key exists, that job stays and becomes due at the earlier of the two
    /// times.
    func insert(_ job: Job) throws(StorageError)

    /// Updates a job's due time and number of failures.
    func update(_ job: Job) throws(StorageError)

    /// Removes the job with the given id, due or not.
    func deleteJob(_ id: Int64) throws(StorageError)

    /// Removes at most `limit` rows of each kind that expired before the given times; returns true if more remain.
    func purge(_ terms: PurgeCutoffs, limit: Int) throws(StorageError) -> Bool
}

/// The times before which rows must have expired to be removed.
package struct PurgeCutoffs: Sendable, Equatable {
    /// The time before which temporary rows must have expired: codes, spent nonces, tickets, used tokens, steps of
    /// flows (such as browser sign-ins and enrollments), merge records, devices and push records. Message counters are
    /// removed if their day ended at least a whole day before.
    package let expiredBefore: Date
    /// The time before which a session's absolute or idle expiry must have passed.
    package let sessionsBefore: Date
    /// The time before which events must have happened, and admin keys must have expired or been revoked.
    package let eventsBefore: Date
    /// The time before which tombstones must have been created.
    package let tombstonesBefore: Date

    package init(expiredBefore: Date, sessionsBefore: Date, eventsBefore: Date, tombstonesBefore: Date) {
        self.expiredBefore = expiredBefore
        self.sessionsBefore = sessionsBefore
        self.eventsBefore = eventsBefore
        self.tombstonesBefore = tombstonesBefore
    }
}
