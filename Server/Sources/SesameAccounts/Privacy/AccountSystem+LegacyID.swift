import Foundation

extension AccountSystem {
    /// Takes over an account that an app had made under an id of its own making. The account is its person's as soon as
    /// they have signed in once; until then nobody can.
    ///
    /// An id that was taken over before has its account already, and nothing happens.
    ///
    /// - Returns: The account's new id, which nobody can guess, for the app's own rows; nil for an app that recognises
    ///   no such ids.
    public func takeOver(
        _ legacyID: LegacyID, in app: App, context: RequestContext
    ) async throws(Refusal) -> AccountID? {
        guard let pseudonymity = app.privacy.pseudonymity, pseudonymity.recognizesLegacyIDs else { return nil }
        let subject = pseudonymity.pseudonyms.forms(ofLegacy: legacyID.digits, at: .apple)
        let now = environment.now
        let registration = NewAccount(
            id: app.privacy.accountID(of: subject.current, at: .apple, AccountSeed(environment)), app: app, role: nil,
            profile: app.profile.newProfile(given: nil, claims: nil, at: now),
            identity: .init(provider: .apple, subject: subject.current, claims: IdentityClaims()))
        return try await write { transaction throws(StorageError) in
            if let known = try transaction.identity(.apple, subject, in: app.id) { return known.account }
            return try registration.insert(transaction, at: now, context: context).account.id
        }
    }
}
