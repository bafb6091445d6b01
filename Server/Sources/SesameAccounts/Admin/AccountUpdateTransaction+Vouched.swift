import Foundation

/// Accounts that the app's back end vouches for: see ``AccountUpdate/isVouchedFor``.
extension AccountUpdateTransaction {
    /// Stores a password for a later email address. Until then the password cannot be used for sign-in, because an
    /// account's id is not a sign-in name.
    func keep(
        _ password: PasswordHash, from changedAt: Date?, for view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        var login = view.login(.custom) ?? vouched(view.account.id)
        (login.password, login.passwordChangedAt) = (password, changedAt)
        if view.login(.custom) == nil { try transaction.insert(login) } else { try transaction.update(login) }
    }

    /// Adds a custom local credential to an account that has lost its last sign-in method, so that it does not become a
    /// guest account. Does nothing unless the back end vouches for the user.
    func vouch(for view: AccountRecord, _ transaction: any StorageTransaction) throws(StorageError) {
        guard order.isVouchedFor, !view.isAnonymous,
            try transaction.view(of: view.account.id, in: app.id)?.isAnonymous == true
        else { return }
        try transaction.insert(vouched(view.account.id))
    }

    /// Removes the account's password if ``AccountUpdate/removal`` is `password`.
    ///
    /// - Returns: True if there was a password.
    func removePassword(
        of view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        guard order.removal == .password else { return false }
        return try transaction.removePassword(of: view, at: now, context: context)
    }

    func vouched(_ id: AccountID) -> LocalCredential {
        LocalCredential(app: app.id, kind: .custom, name: id.description, account: id, createdAt: now)
    }
}
