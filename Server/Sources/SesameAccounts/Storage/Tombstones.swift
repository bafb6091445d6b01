/// Makes the digests of ``Tombstone``s.
struct Tombstones: Sendable {
    let key: DerivedKey
    /// True if ids of deleted accounts may be used again: an emulator is emptied and filled again, and keeps no
    /// backups.
    let letsIDsReturn: Bool

    /// Returns the keyed digest of a deleted account, which names nobody.
    func digest(of account: AccountID, in app: AppID) -> [UInt8] {
        key.code(for: Array(app.description.utf8) + [0] + Array(account.description.utf8))
    }

    /// Returns the record that an id was a deleted account's, and is given to nobody; nil where ids return.
    func reservation(of account: AccountID, in app: AppID) -> [UInt8]? {
        letsIDsReturn ? nil : digest(of: account, in: app)
    }
}
