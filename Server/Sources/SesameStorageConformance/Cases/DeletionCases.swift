import SesameAccounts
import SesameCore

extension StorageConformance {
    static let deletionCases: [StorageConformanceCase] = [
        StorageConformanceCase("deleting an account removes its data, but its used tokens stay used") {
            storage, sample in
            try await storage.add(
                sample.account(profile: ["a": "b"]), sample.identity(), sample.identity("2", provider: .apple),
                sample.session(), sample.session("2"), sample.usedToken(1), sample.usedToken(2, session: "2"),
                sample.ticket(3), sample.providerToken("2"), sample.providerToken("2", client: "other"))
            try await storage.delete(AccountID("account"), in: sample.one)
            // The next account with the same id does not get the provider tokens.
            try await storage.add(sample.account(), sample.identity("2", provider: .apple))
            let tokens = try await storage.providerTokens(of: AccountID("account"), in: sample.one)
            try expect(tokens, is: [], "provider tokens")
            try await storage.delete(AccountID("account"), in: sample.one)
            try expect(try await storage.account(AccountID("account"), in: sample.one), is: nil, "the account")
            try expect(try await storage.identity(.google, "subject", in: sample.one), is: nil, "an identity")
            try expect(try await storage.identity(.apple, "2", in: sample.one), is: nil, "an identity")
            try expect(try await storage.identities(of: AccountID("account"), in: sample.one), is: [], "identities")
            try expect(try await storage.session(SessionID("session")), is: nil, "a session")
            try expect(try await storage.sessionState(SessionID("2")), is: nil, "a session's state")
            try expect(try await storage.sessions(of: AccountID("account"), in: sample.one), is: [], "sessions")
            for number in [1, 2] {
                let isKept = try await storage.found(sample.usedToken(number)) != nil
                try expect(isKept, is: true, "whether used token \(number) stays used")
            }
            try expect(try await storage.ticket(StorageFixture.digest(3)), is: nil, "the ticket of an identity")
        },
        StorageConformanceCase("deleting an account does not affect other accounts") { storage, sample in
            try await storage.add(sample.account(), sample.identity(), sample.session(), sample.usedToken(1))
            try await storage.add(
                sample.account("other"), sample.identity("other", of: "other"), sample.session("other", of: "other"),
                sample.usedToken(2, session: "other"), sample.ticket(3, subject: "other"),
                sample.providerToken("other", provider: .google))
            try await storage.add(
                sample.account(in: sample.two), sample.identity(in: sample.two),
                sample.session("theirs", in: sample.two), sample.usedToken(1, session: "theirs", in: sample.two))
            try await storage.delete(AccountID("account"), in: sample.one)
            for (account, app, subject, session) in [
                ("other", sample.one, "other", "other"), ("account", sample.two, "subject", "theirs"),
            ] {
                let (id, number) = (AccountID(account), app == sample.one ? 2 : 1)
                try expect(try await storage.account(id, in: app) != nil, "the account \(account) of \(app) is gone")
                try expect(try await storage.identity(.google, subject, in: app) != nil, "its identity is gone")
                try expect(try await storage.session(SessionID(session)) != nil, "its session is gone")
                try expect(try await storage.found(sample.usedToken(number, in: app)) != nil, "its token is gone")
            }
            try expect(try await storage.ticket(StorageFixture.digest(3)) != nil, "another account's ticket is gone")
            let tokens = try await storage.providerTokens(of: AccountID("other"), in: sample.one)
            try expect(
                tokens, is: [sample.providerToken("other", provider: .google)], "another account's provider tokens")
        },
        StorageConformanceCase("deleting an account that does not exist changes nothing") { storage, sample in
            try await storage.add(sample.account(), sample.session())
            try await storage.delete(AccountID("nobody"), in: sample.one)
            try await storage.delete(AccountID("account"), in: sample.two)
            try expect(try await storage.session(SessionID("session")), is: sample.session(), "the session")
        },
        StorageConformanceCase("the ids of a deleted account and of its identities and sessions can be used again") {
            storage, sample in
            try await storage.add(sample.account(), sample.identity(), sample.session())
            try await storage.delete(AccountID("account"), in: sample.one)
            try await storage.add(sample.account(), sample.identity(), sample.session())
            try expect(try await storage.session(SessionID("session")), is: sample.session(), "the session")
        },
        StorageConformanceCase("an account's events remain after its deletion") { storage, sample in
            try await storage.add(sample.account(), sample.event("1"))
            try await storage.delete(AccountID("account"), in: sample.one)
            let events = try await storage.events(of: AccountID("account"), in: sample.one, limit: 10)
            try expect(events, is: [sample.event("1")], "the events")
        },
        StorageConformanceCase("tombstones are listed by cause, oldest first, and the first insertion of each counts") {
            storage, sample in
            try await storage.write { transaction throws(StorageError) in
                try transaction.insert(sample.tombstone(1, at: 2))
                try transaction.insert(sample.tombstone(2, at: 1))
                try transaction.insert(sample.tombstone(3, at: 0, cause: .merged))
                try transaction.insert(sample.tombstone(1, at: 0, cause: .merged))
            }
            let deleted = try await storage.read { reader throws(StorageError) in try reader.tombstones(.deleted) }
            try expect(deleted, is: [sample.tombstone(2, at: 1), sample.tombstone(1, at: 2)], "the deleted")
            let merged = try await storage.read { reader throws(StorageError) in try reader.tombstones(.merged) }
            try expect(merged, is: [sample.tombstone(3, at: 0, cause: .merged)], "the merged")
        },
        StorageConformanceCase("a tombstone is found by its digest and may be inserted twice") { storage, sample in
            try expect(try await storage.hasTombstone(StorageFixture.digest(1)), is: false, "before")
            for _ in 1...2 {
                try await storage.write { transaction throws(StorageError) in
                    try transaction.insert(sample.tombstone(1))
                }
            }
            try expect(try await storage.hasTombstone(StorageFixture.digest(1)), is: true, "after")
            try expect(try await storage.hasTombstone(StorageFixture.digest(2)), is: false, "another one")
        },
    ]
}

extension Storage {
    func delete(_ account: AccountID, in app: AppID) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.delete(account, in: app) }
    }

    func hasTombstone(_ digest: [UInt8]) async throws(StorageError) -> Bool {
        try await read { reader throws(StorageError) in try reader.hasTombstone(digest) }
    }
}
