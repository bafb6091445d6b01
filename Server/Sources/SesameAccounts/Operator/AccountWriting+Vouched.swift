import Foundation

/// Accounts that the app's back end vouches for: see ``AccountOrder/isVouchedFor``.
extension AccountWriting {
    /// Keeps a password for the address to come. It opens nothing until then: nobody signs in by an account's id.
    func keep(
        _ password: PasswordHash, from changedAt: Date?, for view: AccountView, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        var login = view.login(.custom) ?? vouched(view.account.id)
        (login.password, login.passwordChangedAt) = (password, changedAt)
        if view.login(.custom) == nil { try transaction.insert(login) } else { try transaction.update(login) }
    }

    /// Keeps who has lost the last way to sign in from being taken for a guest.
    func vouch(for view: AccountView, _ transaction: any StorageTransaction) throws(StorageError) {
        guard order.isVouchedFor, !view.isAnonymous,
            try transaction.view(of: view.account.id, in: app.id)?.isAnonymous == true
        else { return }
        try transaction.insert(vouched(view.account.id))
    }

    /// Takes the password away, if that was asked for.
    ///
    /// - Returns: True if there was one.
    func removePassword(
        of view: AccountView, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        guard order.removal == .password else { return false }
        return try transaction.removePassword(of: view, at: now, context: context)
    }

    func vouched(_ id: AccountID) -> Login {
        Login(app: app.id, kind: .custom, name: id.description, account: id, createdAt: now)
    }
}
