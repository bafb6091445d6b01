package import Foundation

/// The changes of a transaction. The reads that follow a change see it.
///
/// A row whose key is taken is refused with ``StorageError/conflict``, and so is what belongs to an account or an identity
/// that does not exist; the transaction may go on without it. Updating or removing what is not there does nothing.
package protocol StorageTransaction: StorageReader {
    /// Adds an account.
    func insert(_ account: Account) throws(StorageError)

    /// Writes what may change of an account: last sign-in, disabling, role, profile, joinability. A disabled account
    /// loses its devices.
    func update(_ account: Account) throws(StorageError)

    /// Writes an account's epochs. Those of a new account are zero.
    func put(_ epochs: Epochs, of account: AccountID, in app: AppID) throws(StorageError)

    /// Removes an account and all that belongs to it: identities with their provider tokens, logins, codes, second
    /// factors with recovery codes, details, sessions with their devices, its merge, and tickets for its identities. Its
    /// events stay, and its used tokens, or a token that signed in to it could make it anew.
    func delete(_ account: AccountID, in app: AppID) throws(StorageError)

    /// Gives an account's identities, logins and sessions, with all that belongs to them, to another account of the app;
    /// ``StorageError/conflict`` when that is not there. Details and second factors stay where they are.
    func move(_ account: AccountID, to other: AccountID, in app: AppID) throws(StorageError)

    /// Gives one identity, with its provider tokens, to another account of the app; ``StorageError/conflict`` when that
    /// is not there.
    func move(_ identity: Identity, to other: AccountID) throws(StorageError)

    /// Gives one session, with its devices, to another account of the app; ``StorageError/conflict`` when that is not
    /// there.
    func move(_ session: SessionID, to other: AccountID, in app: AppID) throws(StorageError)

    /// Keeps a merge of an account in place of an earlier one; ``StorageError/conflict`` when the account is not there.
    func put(_ record: MergeRecord) throws(StorageError)

    /// Removes what is kept of an account's merge.
    func deleteMergeRecord(of account: AccountID, in app: AppID) throws(StorageError)

    /// Adds an identity; ``StorageError/conflict`` when (app, provider, subject) is taken.
    func insert(_ identity: Identity) throws(StorageError)

    /// Writes an identity's claims, joining address and standing.
    func update(_ identity: Identity) throws(StorageError)

    /// Keeps an identity under another subject, and its provider tokens with it; ``StorageError/conflict`` when
    /// (app, provider, subject) is taken.
    func rename(_ identity: Identity, to subject: String) throws(StorageError)

    /// Keeps a provider's token of an identity, in place of the one of the same client.
    func put(_ token: SealedProviderToken) throws(StorageError)

    /// Removes the provider tokens of an identity, of every client.
    func deleteProviderTokens(of identity: Identity) throws(StorageError)

    /// Removes an identity, with its provider tokens.
    func delete(_ identity: Identity) throws(StorageError)

    /// Adds a login; ``StorageError/conflict`` when (app, kind, name) is taken.
    func insert(_ login: Login) throws(StorageError)

    /// Writes a login's password and times.
    func update(_ login: Login) throws(StorageError)

    /// Removes a login.
    func delete(_ login: Login) throws(StorageError)

    /// Keeps a code, in place of the one in its slot; ``StorageError/conflict`` when its account is not there.
    func put(_ code: OneTimeCode) throws(StorageError)

    /// Removes the code in that slot.
    func deleteCode(inSlot slot: [UInt8]) throws(StorageError)

    /// Keeps a second factor, in place of the account's one of the same id; ``StorageError/conflict`` when the account is
    /// not there.
    func put(_ factor: SecondFactor) throws(StorageError)

    /// Removes a second factor.
    func delete(_ factor: SecondFactor) throws(StorageError)

    /// Keeps recovery codes, in place of the account's earlier ones; ``StorageError/conflict`` when it is not there.
    func put(_ codes: RecoveryCodes) throws(StorageError)

    /// Removes what is kept of an account's recovery codes.
    func deleteRecoveryCodes(of account: AccountID, in app: AppID) throws(StorageError)

    /// Keeps the details of an account, in place of those before; ``StorageError/conflict`` when it is not there.
    func put(_ details: AccountDetails) throws(StorageError)

    /// Adds a session. Its account was last signed in to when it began, unless that was later or the session awaits its
    /// second factor; and stays so when the session is purged.
    func insertSession(_ session: Session) throws(StorageError)

    /// Writes what may change of a session: generations, times, second factor, ending. A session that has ended loses its devices.
    func update(_ session: Session) throws(StorageError)

    /// Keeps a device in place of the one with the same digest, whosever that is, and of the account's with the same
    /// installation; ``StorageError/conflict`` when its session is not there.
    func put(_ device: Device) throws(StorageError)

    /// Removes the device with that digest.
    func deleteDevice(_ digest: [UInt8]) throws(StorageError)

    /// Adds a push; ``StorageError/conflict`` when its id is taken.
    func insert(_ push: PushRecord) throws(StorageError)

    /// Writes what has become of a push.
    func update(_ push: PushRecord) throws(StorageError)

    /// Adds one message to a counter.
    func countMessage(in counter: MessageCounter) throws(StorageError)

    /// Adds a spent nonce, or a notification's id; ``StorageError/conflict`` when its digest is there.
    func insert(_ nonce: SpentNonce) throws(StorageError)

    /// Adds a used token; ``StorageError/conflict`` when its digest is there.
    func insert(_ usedToken: UsedToken) throws(StorageError)

    /// Adds a ticket.
    func insert(_ ticket: RegistrationTicket) throws(StorageError)

    /// Removes a ticket.
    func deleteTicket(_ digest: [UInt8]) throws(StorageError)

    /// Adds a step of a browser's sign-in; ``StorageError/conflict`` when its digest is there.
    func insert(_ flow: FlowRecord) throws(StorageError)

    /// Removes a step of a browser's sign-in.
    func deleteFlow(_ digest: [UInt8]) throws(StorageError)

    /// Notes that an account is gone; nothing happens when that was noted.
    func insert(_ tombstone: Tombstone) throws(StorageError)

    /// Forgets that an account is gone.
    func deleteTombstone(_ digest: [UInt8]) throws(StorageError)

    /// Adds an event, and does nothing else.
    func keep(_ event: SecurityEvent) throws(StorageError)

    /// Adds an admin key; ``StorageError/conflict`` when its id is taken.
    func insert(_ key: AdminKey) throws(StorageError)

    /// Writes what may change of an admin key: its end, last use and revocation.
    func update(_ key: AdminKey) throws(StorageError)

    /// Keeps what is said of a population, in place of what was said before.
    func put(_ population: FirebasePopulation) throws(StorageError)

    /// Removes what is said of a population. Its accounts stay as they are.
    func deleteFirebasePopulation(_ id: AppID) throws(StorageError)

    /// Notes how far a webhook was told of the events; nil forgets it.
    func setPosition(_ event: Int64?, ofWebhook id: String) throws(StorageError)

    /// Notes that the data are used at that time, by a clock that is believed.
    func noteUse(at time: Date) throws(StorageError)

    /// Adds a signing key.
    func insert(_ key: SealedSigningKey) throws(StorageError)

    /// Removes a signing key.
    func deleteSigningKey(_ id: String) throws(StorageError)

    /// Notes a version of the key of pseudonyms; ``StorageError/conflict`` when it is noted.
    func insertPseudonymKey(version: Int, code: [UInt8]) throws(StorageError)

    /// Adds a job. When one of its kind and key is there, it stays, and is due at the earlier of the two times.
    func insert(_ job: Job) throws(StorageError)

    /// Writes when a job is due and how often it failed.
    func update(_ job: Job) throws(StorageError)

    /// Removes a job.
    func deleteJob(_ id: Int64) throws(StorageError)

    /// Removes at most `limit` rows of each kind that expired before the given times; true when more are left.
    func purge(_ terms: PurgeTerms, limit: Int) throws(StorageError) -> Bool
}

/// The ages at which rows are removed.
package struct PurgeTerms: Sendable, Equatable {
    /// Codes, spent nonces, tickets, used tokens, steps of browsers' sign-ins, merges, devices and records of pushes
    /// that expired before; counters of messages of days that had ended a whole day before.
    package let expiredBefore: Date
    /// Sessions whose absolute or idle limit passed before.
    package let sessionsBefore: Date
    /// Events older than this, and admin keys that ended or were revoked before.
    package let eventsBefore: Date
    /// Tombstones older than this.
    package let tombstonesBefore: Date

    /// Makes the terms.
    package init(expiredBefore: Date, sessionsBefore: Date, eventsBefore: Date, tombstonesBefore: Date) {
        self.expiredBefore = expiredBefore
        self.sessionsBefore = sessionsBefore
        self.eventsBefore = eventsBefore
        self.tombstonesBefore = tombstonesBefore
    }
}
