import SesameCore
import SesameWire

extension SignInTransaction {
    /// Links a new identity to the only account with its address, in a project with one account per address, and signs
    /// in to the account. The outcome is a refusal if the account has a second factor, or if the provider has not
    /// verified the address: the user must then sign in to the account first. Returns nil in all other projects, if no
    /// account has the address, or if the account loses the address because it is unclaimed.
    func joinOnlyAccount(
        _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> SignInOutcome? {
        guard let rules = app.firebase?.rules, !rules.allowsDuplicateEmails,
            let email = claims.email.flatMap({ EmailAddress($0) })
        else { return nil }
        guard let holder = try transaction.accounts(withEmail: email.description, in: app.id).first,
            let view = try transaction.view(of: holder, in: app.id)
        else { return nil }
        guard try transaction.secondFactors(of: view.account.id, in: app.id).isEmpty else {
            return .refused(.factorConflict)
        }
        guard claims.emailVerified else {
            return .refused(
                AccountError(
                    .credentialInUse,
                    "the email address belongs to an account; sign in to that account, and link the identity",
                    field: "email"
                ).with(AddressHolder(account: view)))
        }
        if let login = view.login(.email), login.name.hasSameBytes(as: email.description) {
            let claim = FirstVerification(codes: codes, app: app, now: now, context: context)
            guard let claimed = try claim.claim(login, transaction) else { return nil }
            try transaction.update(try claim.prove(claimed, transaction))
        }
        let before = try transaction.view(of: view.account.id, in: app.id) ?? view
        for identity in before.identities where identity.provider == provider {
            try transaction.delete(identity)
        }
        return try join(before, claims, transaction)
    }
}

/// The attachment of a refusal: the account that already has the new identity's email address.
private struct AddressHolder: RefusalAttachment {
    let account: AccountRecord
}

extension AccountError {
    /// The account that has the address of a refused identity, in projects with one account per address; nil for other
    /// errors.
    package var holder: AccountRecord? { attachment(AddressHolder.self)?.account }
}
