import Foundation

extension StorageTransaction {
    /// Removes the password from the address, or from the number if it was saved there for a later address.
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
