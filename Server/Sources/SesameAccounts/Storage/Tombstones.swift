/// The generator of the keyed digests of ``Tombstone``s.
struct Tombstones: Sendable {
    let key: DerivedKey
    /// True if ids of deleted accounts may be reused, because an emulator is emptied and refilled, and has no backups.
    let letsIDsReturn: Bool

    /// Returns the keyed digest of a deleted account, which identifies no user.
    func digest(of account: AccountID, in app: AppID) -> [UInt8] {
        key.code(for: Array(app.description.utf8) + [0] + Array(account.description.utf8))
    }

    /// Returns the digest that reserves the id of a deleted account; nil if ids may be reused.
    func reservation(of account: AccountID, in app: AppID) -> [UInt8]? {
        letsIDsReturn ? nil : digest(of: account, in: app)
    }
}
