import Foundation

extension StorageReader {
    /// Returns true if the account gives up the local credential to a user who proves it; that user then gets the local
    /// credential and not the account. An unclaimed local credential is given up if the account has an owner (other
    /// sign-in methods, now or before, or an earlier address with a valid undo link), or if an operator has disabled
    /// the account.
    func givesUp(_ login: LocalCredential, _ codes: OneTimeCodeCipher, at now: Date) throws(StorageError) -> Bool {
        guard !login.isClaimed, let view = try view(of: login.account, in: login.app),
            !view.identities.contains(where: { $0.proves(login.kind, login.name) })
        else { return false }
        if view.methodCount > 1 || !view.account.allowsEmailLinking || view.account.disabledAt != nil { return true }
        return try canBeTakenBack(login.account, in: login.app, codes, at: now)
    }
}
