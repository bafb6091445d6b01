import Foundation

extension StorageTransaction {
    /// Removes the account's password, which is stored with the address, or with the custom id until the account has an
    /// address.
    ///
    /// - Returns: True if a password was removed.
    @discardableResult
    func removePassword(
        of view: AccountRecord, at now: Date, context: RequestContext
    ) throws(StorageError) -> Bool {
        var isGone = false
        for var login in view.logins where login.password != nil {
            (login.password, login.passwordChangedAt) = (nil, nil)
            try update(login)
            try note(.passwordChanged, login, at: now, context: context)
            isGone = true
        }
        return isGone
    }
}
