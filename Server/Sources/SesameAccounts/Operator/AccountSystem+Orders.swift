import Foundation
import SesameCore

extension AccountSystem {
    /// Makes an account for the operator. Nobody is signed in to it.
    ///
    /// - Parameter id: The id that it is to have; else a random one.
    public func makeAccount(
        _ order: AccountOrder, id: AccountID? = nil, in app: App, context: RequestContext
    ) async throws(Refusal) -> DetailedAccount {
        let id = id ?? AccountID(environment.randomID())
        guard AccountID.canBe(id.description) else {
            throw .unusableID
        }
        let writing = try await writing(order, email: order.email, in: app, context: context)
        let tombstone = tombstoneOfID(id, in: app)
        let outcome = try await write { transaction throws(StorageError) in
            try writing.make(id, unlessDeleted: tombstone, transaction)
        }
        return try outcome.get()
    }

    /// By what it is told that an id was a deleted account's. An emulator is emptied and filled again, and keeps no backups.
    func tombstoneOfID(_ id: AccountID, in app: App) -> [UInt8]? {
        if case .unsigned = firebase { return nil }
        return tombstone(of: id, in: app.id)
    }

    /// Makes many accounts in one transaction. One that is refused leaves the others as they are.
    public func makeAccounts(
        _ orders: [AccountOrder.OfNew], in app: App, context: RequestContext
    ) async throws(Refusal) -> [Refusal?] {
        var writings: [(AccountID, AccountWriting, [UInt8]?)] = []
        for new in orders {
            let writing = try await writing(new.order, email: new.order.email, in: app, context: context)
            writings.append((new.id, writing, tombstoneOfID(new.id, in: app)))
        }
        return try await write { [writings] transaction throws(StorageError) -> [Refusal?] in
            var refusals: [Refusal?] = []
            for (id, writing, tombstone) in writings {
                guard AccountID.canBe(id.description) else {
                    refusals.append(.unusableID)
                    continue
                }
                switch try writing.make(id, unlessDeleted: tombstone, transaction) {
                case .success: refusals.append(nil)
                case .failure(let refusal): refusals.append(refusal)
                }
            }
            return refusals
        }
    }

    /// Changes an account for the operator. Another password or another address ends all of its sessions, and so does
    /// whatever is taken away of how its person signs in.
    ///
    /// - Parameter scopes: What whoever orders it may do; see ``AdminScope``.
    public func change(
        _ id: AccountID, by order: AccountOrder, with scopes: Set<AdminScope>, in app: App, context: RequestContext
    ) async throws(Refusal) -> DetailedAccount {
        var email = order.email
        if email == nil, order.password != nil {
            email = try await account(id, in: app.id).emailLogin
        }
        var writing = try await writing(order, email: email, of: id, in: app, context: context)
        writing.codes = oneTimeCodes
        let outcome = try await write { [writing] transaction throws(StorageError) in
            try writing.change(id, with: scopes, transaction)
        }
        return try outcome.get()
    }

    /// The accounts of these ids, addresses, numbers and identities that there are, each once.
    public func accounts(
        _ ids: [AccountID], emails: [EmailAddress] = [], phones: [PhoneNumber] = [],
        identities: [AccountOrder.StatedIdentity] = [], in app: App
    ) async throws(Refusal) -> [DetailedAccount] {
        try await read { reader throws(StorageError) -> [DetailedAccount] in
            var found = ids
            for email in emails {
                if let login = try reader.login(.email, name: email.description, in: app.id) {
                    found.append(login.account)
                    continue
                }
                let query = AccountQuery(app: app.id, email: email.description, limit: 1)
                found += try reader.accounts(matching: query).accounts.map(\.account.id)
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
            var accounts: [DetailedAccount] = []
            for id in found where seen.insert(id).inserted {
                if let account = try reader.detailedAccount(id, in: app.id) { accounts.append(account) }
            }
            return accounts
        }
    }

    /// The accounts that a query asks for, with what is kept beside them, and where to go on.
    public func detailedAccounts(
        matching query: AccountQuery
    ) async throws(Refusal) -> DetailedAccountPage {
        try await read { reader throws(StorageError) -> DetailedAccountPage in
            let page = try reader.accounts(matching: query)
            var accounts: [DetailedAccount] = []
            for view in page.accounts { accounts.append(try reader.detailed(view)) }
            return DetailedAccountPage(accounts: accounts, next: page.next)
        }
    }

    /// - Parameter id: The account that is to be changed; nil for a new one.
    private func writing(
        _ order: AccountOrder, email: EmailAddress?, of id: AccountID? = nil, in app: App, context: RequestContext
    ) async throws(Refusal) -> AccountWriting {
        var writing = AccountWriting(
            order: order, app: app, now: environment.now, context: context,
            newID: { [environment] in environment.randomID() }, notices: notices)
        if let password = order.password {
            let owner = try await passwordOwner(email, of: id, names: [order.displayName.value], in: app)
            writing.password = try await newHash(of: password, for: owner, in: app)
        } else if let foreign = order.foreignPassword {
            _ = try hasher(of: app)
            if let refusal = foreign.refusal() { throw refusal }
            writing.password = foreign.kept
        }
        return writing
    }
}

extension Refusal {
    fileprivate static let unusableID = Refusal(
        .invalidRequest, "an id has 1 to 128 visible ASCII characters, and none of #%/<>?\\\"", field: "id")
}
