import Foundation

extension StorageReader {
    /// Returns whether the account gives the login up to the person who proves it, who then gets the login and not the
    /// account. An unclaimed login is given up if the account has an owner (other ways to sign in, now or before, or an
    /// earlier address that can take the account back), or if an operator has disabled the account.
    func givesUp(_ login: Login, _ codes: CodeSafe, at now: Date) throws(StorageError) -> Bool {
        guard !login.isClaimed, let view = try view(of: login.account, in: login.app),
            !view.identities.contains(where: { $0.proves(login.kind, login.name) })
        else { return false }
        if view.methodCount > 1 || !view.account.isJoinable || view.account.disabledAt != nil { return true }
        return try canBeTakenBack(login.account, in: login.app, codes, at: now)
    }
}
