import Foundation

extension StorageTransaction {
    /// Takes the password away: from the address, or from the number at which it waits for an address.
    ///
    /// - Returns: True if there was one.
    @discardableResult
    func removePassword(
        of view: AccountView, at now: Date, context: RequestContext
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
