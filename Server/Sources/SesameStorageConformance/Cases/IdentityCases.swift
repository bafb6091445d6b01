import SesameAccounts

extension StorageConformance {
    static let identityCases: [StorageConformanceCase] = [
        StorageConformanceCase("an identity keeps every field") { storage, sample in
            let identities = [
                sample.identity(
                    "full", claims: StorageFixture.fullClaims, joiningBy: StorageFixture.oddText, at: 0.001,
                    status: StorageFixture.fullStanding),
                sample.identity("bare"),
                sample.identity("apple", provider: .apple, claims: IdentityClaims(email: "")),
                sample.identity("third", provider: sample.third),
                sample.identity(StorageFixture.oddText), sample.identity(String(StorageFixture.longText.prefix(1_000))),
            ]
            try await storage.add(sample.account())
            try await storage.add(identities)
            for identity in identities {
                let read = try await storage.identity(identity.provider, identity.subject, in: sample.one)
                try expect(read, is: identity, "the identity")
            }
        },
        StorageConformanceCase("a read of an unknown identity returns nil") { storage, sample in
            try await storage.add(sample.account(), sample.identity())
            let otherSubject = try await storage.identity(.google, "nobody", in: sample.one)
            try expect(otherSubject, is: nil, "another subject")
            let otherProvider = try await storage.identity(.apple, "subject", in: sample.one)
            try expect(otherProvider, is: nil, "another provider")
            let otherApp = try await storage.identity(.google, "subject", in: sample.two)
            try expect(otherApp, is: nil, "another app")
        },
        StorageConformanceCase("a provider's subject belongs to only one account in an app") { storage, sample in
            try await storage.add(sample.account(), sample.account("other"), sample.identity())
            try await storage.expectConflict(adding: sample.identity(of: "other"), what: "a taken subject")
            let kept = try await storage.identity(.google, "subject", in: sample.one)
            try expect(kept, is: sample.identity(), "the identity")
        },
        StorageConformanceCase("the same subject may have an identity with each provider and in each app") {
            storage, sample in
            let theirs = sample.identity(in: sample.two, claims: StorageFixture.fullClaims)
            try await storage.add(sample.account(), sample.account(in: sample.two))
            try await storage.add(sample.identity(), sample.identity(provider: .apple), theirs)
            let read = try await storage.identity(.google, "subject", in: sample.two)
            try expect(read, is: theirs, "the other app's identity")
            let ours = try await storage.identities(of: AccountID("account"), in: sample.one)
            try expect(ours.count, is: 2, "the number of our account's identities")
        },
        StorageConformanceCase("an app's identities are listed by subject and provider, after a given one, each once") {
            storage, sample in
            let identities = [
                sample.identity("a", provider: .apple), sample.identity("a"), sample.identity("b"),
                sample.identity("c", claims: StorageFixture.fullClaims, at: 3, status: StorageFixture.fullStanding),
            ]
            try await storage.add(sample.account(), sample.account(in: sample.two))
            try await storage.add(identities.reversed())
            try await storage.add(sample.identity("bb", in: sample.two))
            let first = try await storage.read { reader throws(StorageError) in
                try reader.identities(in: sample.one, after: nil, limit: 3)
            }
            try expect(first, is: Array(identities.prefix(3)), "the first three")
            let rest = try await storage.read { reader throws(StorageError) in
                try reader.identities(in: sample.one, after: identities[0], limit: 10)
            }
            try expect(rest, is: Array(identities.dropFirst()), "those after the first")
        },
        StorageConformanceCase("subjects are compared byte by byte") { storage, sample in
            let subjects = ["\u{E9}", "e\u{301}", "K", "k", "\u{212A}", "a", "a ", "a\u{0}", "a\u{0}b", ""]
            try await storage.add(sample.account())
            try await storage.add(subjects.map { sample.identity($0) })
            for subject in subjects {
                let read = try await storage.identity(.google, subject, in: sample.one)
                try expect(read, is: sample.identity(subject), "the identity")
            }
        },
        StorageConformanceCase("an account's identities are listed oldest first") { storage, sample in
            let (middle, oldest) = (sample.identity("a", at: 20), sample.identity("b", provider: .apple, at: 10))
            let (newest, foreign) = (sample.identity("c", at: 30), sample.identity("d", of: "other"))
            try await storage.add(sample.account(), sample.account("other"), middle, oldest, newest, foreign)
            let read = try await storage.identities(of: AccountID("account"), in: sample.one)
            try expect(read, is: [oldest, middle, newest], "the identities")
            let none = try await storage.identities(of: AccountID("account"), in: sample.two)
            try expect(none, is: [], "the identities in another app")
        },
        StorageConformanceCase("an update writes only an identity's claims, joining address and status") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"), sample.identity(), sample.identity("2"))
            let full = sample.identity(
                of: "other", claims: StorageFixture.fullClaims, at: 99, status: StorageFixture.fullStanding)
            try await storage.update(full)
            let changed = try await storage.identity(.google, "subject", in: sample.one)
            try expect(
                changed, is: sample.identity(claims: StorageFixture.fullClaims, status: StorageFixture.fullStanding),
                "the identity")
            try await storage.update(sample.identity())
            let emptied = try await storage.identity(.google, "subject", in: sample.one)
            try expect(emptied, is: sample.identity(), "the identity without claims")
            let untouched = try await storage.identity(.google, "2", in: sample.one)
            try expect(untouched, is: sample.identity("2"), "another identity")
        },
        StorageConformanceCase("accounts are found by an identity's joining address, each once and only in their app") {
            storage, sample in
            let address = "e\u{301}@example.com"
            try await storage.add(sample.account(), sample.account("other"), sample.account(in: sample.two))
            try await storage.add(
                sample.identity(joiningBy: address), sample.identity(provider: .apple, joiningBy: address),
                sample.identity("2", of: "other", joiningBy: address), sample.identity("3", of: "other"),
                sample.identity(in: sample.two, joiningBy: address))
            let found = try await storage.accounts(joiningBy: address, in: sample.one)
            try expect(found.map(\.description).sorted(), is: ["account", "other"], "the accounts")
            let composed = try await storage.accounts(joiningBy: "\u{E9}@example.com", in: sample.one)
            try expect(composed, is: [], "accounts with an address of other bytes")
            try await storage.update(sample.identity("2", of: "other"))
            let left = try await storage.accounts(joiningBy: address, in: sample.one)
            try expect(left, is: [AccountID("account")], "the accounts after an update")
        },
        StorageConformanceCase("deleting an identity removes its provider tokens and no other identity") {
            storage, sample in
            let second = sample.identity(provider: .apple)
            try await storage.add(sample.account(), sample.account(in: sample.two), sample.session())
            try await storage.add(sample.identity(), second, sample.identity(in: sample.two))
            try await storage.add(sample.providerToken(provider: .google), sample.providerToken())
            try await storage.delete(sample.identity())
            try await storage.delete(sample.identity("none"))
            let left = try await storage.identities(of: AccountID("account"), in: sample.one)
            try expect(left, is: [second], "the identities")
            let theirs = try await storage.identity(.google, "subject", in: sample.two)
            try expect(theirs, is: sample.identity(in: sample.two), "the other app's identity")
            try await storage.add(sample.identity())
            let tokens = try await storage.providerTokens(of: AccountID("account"), in: sample.one)
            try expect(tokens, is: [sample.providerToken()], "the provider tokens")
            try expect(try await storage.session(SessionID("session")), is: sample.session(), "the session")
        },
        StorageConformanceCase("an account's identities and sessions can move to another account of the app") {
            storage, sample in
            let mine = [
                sample.identity("1", claims: StorageFixture.fullClaims, at: 3), sample.identity("2", provider: .apple),
            ]
            try await storage.add(sample.account(), sample.account("other"), sample.account(in: sample.two))
            try await storage.add(mine)
            try await storage.add(sample.providerToken("2"), sample.session(), sample.session("2"))
            try await storage.add(sample.identity("3", of: "other"), sample.session("3", of: "other"))
            try await storage.add(sample.identity(in: sample.two), sample.session("4", in: sample.two))
            try await storage.move(AccountID("account"), to: AccountID("other"), in: sample.one)
            let moved = try await storage.identities(of: AccountID("other"), in: sample.one)
            try expect(moved.map(\.subject), is: ["2", "3", "1"], "the identities")
            try expect(moved.last?.claims, is: StorageFixture.fullClaims, "an identity's claims")
            let left = try await storage.identities(of: AccountID("account"), in: sample.one)
            try expect(left, is: [], "the identities of the first account")
            let tokens = try await storage.providerTokens(of: AccountID("other"), in: sample.one)
            try expect(tokens, is: [sample.providerToken("2")], "the provider tokens")
            let sessions = try await storage.sessions(of: AccountID("other"), in: sample.one)
            try expect(sessions.map(\.id.description).sorted(), is: ["2", "3", "session"], "the sessions")
            let theirs = try await storage.identities(of: AccountID("account"), in: sample.two)
            try expect(theirs, is: [sample.identity(in: sample.two)], "the other app's identities")
            let foreign = try await storage.sessions(of: AccountID("account"), in: sample.two)
            try expect(foreign.count, is: 1, "the other app's sessions")
        },
        StorageConformanceCase("nothing moves to an account that does not exist") { storage, sample in
            try await storage.add(sample.account(), sample.identity(), sample.account("other", in: sample.two))
            do throws(StorageError) {
                try await storage.move(AccountID("account"), to: AccountID("other"), in: sample.one)
                throw .corrupt("it moved")
            } catch {
                try expect(error, is: .conflict, "the refusal")
            }
            let kept = try await storage.identity(.google, "subject", in: sample.one)
            try expect(kept, is: sample.identity(), "the identity")
        },
        StorageConformanceCase("an identity without an account is rejected") { storage, sample in
            try await storage.add(sample.account())
            try await storage.expectConflict(adding: sample.identity(of: "nobody"), what: "no account")
            try await storage.expectConflict(adding: sample.identity(in: sample.two), what: "another app's account")
        },
    ]
}

extension Storage {
    func identity(
        _ provider: Provider, _ subject: String, in app: AppID
    ) async throws(StorageError) -> Identity? {
        try await read { reader throws(StorageError) in try reader.identity(provider, subject: subject, in: app) }
    }

    func identities(of account: AccountID, in app: AppID) async throws(StorageError) -> [Identity] {
        try await read { reader throws(StorageError) in try reader.identities(of: account, in: app) }
    }

    func accounts(joiningBy address: String, in app: AppID) async throws(StorageError) -> [AccountID] {
        try await read { reader throws(StorageError) in try reader.accounts(joiningBy: address, in: app) }
    }

    func delete(_ identity: Identity) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.delete(identity) }
    }

    func move(_ account: AccountID, to other: AccountID, in app: AppID) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.move(account, to: other, in: app) }
    }

    func update(_ identity: Identity) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.update(identity) }
    }
}
