extension AccountDirectory {
    package func account(_ id: AccountID, in app: AppID) async throws(AccountError) -> AccountRecord {
        let view = try await read { reader throws(StorageError) in try reader.view(of: id, in: app) }
        guard let view else { throw .noSuchAccount }
        return view
    }

    /// Returns an account with its metadata, read at the same time. Throws if there is no such account.
    package func detailedAccount(_ id: AccountID, in app: AppID) async throws(AccountError) -> AccountWithMetadata {
        let found = try await read { reader throws(StorageError) in try reader.detailedAccount(id, in: app) }
        guard let found else { throw .noSuchAccount }
        return found
    }

    /// Returns the existing accounts with any of the ids, addresses, numbers and identities, without duplicates. If no
    /// local credential has a given address, an account whose provider has reported the address is returned instead.
    package func accounts(
        _ ids: [AccountID], emails: [EmailAddress] = [], phones: [PhoneNumber] = [],
        identities: [IdentityInput] = [], in app: App
    ) async throws(AccountError) -> [AccountWithMetadata] {
        try await read { reader throws(StorageError) -> [AccountWithMetadata] in
            var found = ids
            for email in emails {
                if let login = try reader.login(.email, name: email.description, in: app.id) {
                    found.append(login.account)
                    continue
                }
                found += try reader.accounts(withEmail: email.description, in: app.id).prefix(1)
            }
            for phone in phones {
                if let login = try reader.login(.phone, name: phone.description, in: app.id) {
                    found.append(login.account)
                }
            }
            for identity in identities {
                let known = try reader.identity(
                    identity.provider, app.privacy.forms(of: identity.subject, at: identity.provider), in: app.id)
                if let known { found.append(known.account) }
            }
            var seen = Set<AccountID>()
            var accounts: [AccountWithMetadata] = []
            for id in found where seen.insert(id).inserted {
                if let account = try reader.detailedAccount(id, in: app.id) { accounts.append(account) }
            }
            return accounts
        }
    }
}
