import SesameAccounts
import SesameCore

extension StorageConformance {
    static let loginCases: [StorageConformanceCase] = [
        StorageConformanceCase("a login keeps every field and is found only by its own kind and name") {
            storage, sample in
            var full = sample.login(StorageFixture.oddText, at: 1, password: "$argon2id$hash")
            full.verifiedAt = StorageFixture.time(2)
            full.passwordChangedAt = StorageFixture.time(3)
            let phone = sample.login("name", kind: .phone, at: 2)
            let theirs = sample.login("name", in: sample.two, kind: .phone)
            try await storage.add(sample.account(), sample.account(in: sample.two), full, phone, theirs)
            try expect(
                try await storage.login(.email, StorageFixture.oddText, in: sample.one), is: full, "the full login")
            try expect(try await storage.login(.phone, "name", in: sample.one), is: phone, "the number")
            try expect(try await storage.login(.email, "name", in: sample.one), is: nil, "another kind")
            try expect(try await storage.login(.phone, "NAME", in: sample.one), is: nil, "another spelling")
            try expect(try await storage.logins(of: AccountID("account"), in: sample.one), is: [full, phone], "all")
            try expect(try await storage.logins(of: AccountID("account"), in: sample.two), is: [theirs], "theirs")
        },
        StorageConformanceCase("a login's name is unique for its kind in an app, and its account must exist") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"), sample.login())
            try await storage.expectConflict(adding: sample.login(of: "other"), what: "a taken name")
            try await storage.expectConflict(adding: sample.login("2", of: "nobody"), what: "nobody's")
            try await storage.expectConflict(adding: sample.login(in: sample.two), what: "another app's")
            try await storage.add(sample.login(of: "other", kind: .phone))
        },
        StorageConformanceCase("an update writes a login's password and times, and a removed login is gone") {
            storage, sample in
            let other = sample.login(kind: .phone)
            try await storage.add(sample.account(), sample.login(), other)
            var changed = sample.login(password: "hash")
            (changed.verifiedAt, changed.passwordChangedAt) = (StorageFixture.time(8), StorageFixture.time(9))
            try await storage.write { [changed] transaction throws(StorageError) in try transaction.update(changed) }
            try expect(try await storage.login(.email, "name", in: sample.one), is: changed, "the login")
            try expect(try await storage.login(.phone, "name", in: sample.one), is: other, "the other one")
            try await storage.write { [changed] transaction throws(StorageError) in try transaction.delete(changed) }
            try expect(try await storage.login(.email, "name", in: sample.one), is: nil, "the removed one")
            try expect(try await storage.login(.phone, "name", in: sample.one), is: other, "the remaining login")
        },
        StorageConformanceCase("logins and details are deleted with their account, and only logins move to another") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"), sample.login(), sample.details())
            try await storage.write { transaction throws(StorageError) in
                try transaction.move(AccountID("account"), to: AccountID("other"), in: sample.one)
            }
            let moved = sample.login(of: "other")
            try expect(try await storage.login(.email, "name", in: sample.one), is: moved, "the moved login")
            let left = try await storage.details(of: AccountID("account"), in: sample.one)
            try expect(left, is: sample.details(), "the details")
            for account in ["account", "other"] {
                try await storage.delete(AccountID(account), in: sample.one)
            }
            try expect(try await storage.login(.email, "name", in: sample.one), is: nil, "the login")
            try expect(try await storage.details(of: AccountID("account"), in: sample.one), is: nil, "the details")
        },
        StorageConformanceCase("details keep every field, replace earlier ones and belong to one app") {
            storage, sample in
            try await storage.add(sample.account(), sample.account(in: sample.two))
            try expect(try await storage.details(of: AccountID("account"), in: sample.one), is: nil, "none")
            try await storage.add(sample.details())
            let read = try await storage.details(of: AccountID("account"), in: sample.one)
            try expect(read, is: sample.details(), "the details")
            let empty = AccountMetadata(app: sample.one, account: AccountID("account"))
            try await storage.add(empty)
            try expect(try await storage.details(of: AccountID("account"), in: sample.one), is: empty, "empty ones")
            try expect(try await storage.details(of: AccountID("account"), in: sample.two), is: nil, "another app's")
            let nobodys = sample.details(of: "nobody")
            try await storage.expectConflict(adding: nobodys, what: "the details of an unknown account")
        },
        StorageConformanceCase("a code is found by digest and by slot, and replaces the one in its slot") {
            storage, sample in
            try await storage.add(sample.account())
            let (first, second) = (sample.code(1, of: "account", failedAttempts: 3), sample.code(2, expires: 9))
            try await storage.add(first, sample.code(3, slot: 2))
            try expect(try await storage.code(StorageFixture.digest(1)), is: first, "the first")
            try await storage.add(second)
            try expect(try await storage.code(StorageFixture.digest(1)), is: nil, "the replaced one")
            try expect(try await storage.code(StorageFixture.digest(2)), is: second, "the second")
            try expect(try await storage.code(inSlot: second.lookupKey), is: second, "the slot's")
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteCode(inSlot: second.lookupKey)
            }
            try expect(try await storage.code(StorageFixture.digest(2)), is: nil, "the removed one")
            try expect(
                try await storage.code(StorageFixture.digest(3)), is: sample.code(3, slot: 2),
                "the code in the other slot")
            try await storage.expectConflict(adding: sample.code(4, of: "nobody"), what: "a code of an unknown account")
        },
        StorageConformanceCase("codes are deleted with their account, and after they have expired") { storage, sample in
            try await storage.add(sample.account())
            try await storage.add(
                sample.code(1, of: "account"), sample.code(2, slot: 2, expires: 1), sample.code(3, slot: 3))
            try await storage.delete(AccountID("account"), in: sample.one)
            let terms = PurgeCutoffs(
                expiredBefore: StorageFixture.time(2), sessionsBefore: StorageFixture.time(0),
                eventsBefore: StorageFixture.time(0),
                tombstonesBefore: StorageFixture.time(0))
            _ = try await storage.write { transaction throws(StorageError) in try transaction.purge(terms, limit: 9) }
            for (number, isKept) in [(1, false), (2, false), (3, true)] {
                let found = try await storage.code(StorageFixture.digest(number))
                try expect(found != nil, is: isKept, "whether code \(number) exists")
            }
        },
        StorageConformanceCase("an account with a login is not a guest, and is found by the login") { storage, sample in
            try await storage.add(sample.account("a"), sample.account("b"), sample.account("c"), sample.account("d"))
            try await storage.add(
                sample.login("one@example.com", of: "a", password: "hash"), sample.login("2@example.com", of: "b"),
                sample.login("+33", of: "c", kind: .phone))
            let activities = try await storage.read { reader throws(StorageError) in
                try reader.activities(after: nil, limit: 9)
            }
            try expect(activities.map(\.isGuest), is: [false, false, false, true], "which accounts are guests")
            let questions: [(AccountQuery, [String])] = [
                (AccountQuery(app: sample.one, method: .password, limit: 9), ["a"]),
                (AccountQuery(app: sample.one, method: .emailLink, limit: 9), ["b"]),
                (AccountQuery(app: sample.one, method: .phone, limit: 9), ["c"]),
                (AccountQuery(app: sample.one, method: .custom, limit: 9), []),
                (AccountQuery(app: sample.one, method: .anonymous, limit: 9), ["d"]),
                (AccountQuery(app: sample.one, email: "One@Example.com", limit: 9), ["a"]),
                (AccountQuery(app: sample.one, email: "+33", limit: 9), []),
            ]
            for (number, (query, expected)) in questions.enumerated() {
                let page = try await storage.page(query)
                try expect(page.accounts.map(\.account.id.description), is: expected, "question \(number)")
            }
            let page = try await storage.page(AccountQuery(app: sample.one, method: .phone, limit: 1))
            try expect(page.accounts.first?.logins.map(\.name), is: ["+33"], "the account's logins")
        },
    ]
}

extension Storage {
    fileprivate func code(_ digest: [UInt8]) async throws(StorageError) -> OneTimeCode? {
        try await read { reader throws(StorageError) in try reader.code(digest) }
    }

    fileprivate func code(inSlot slot: [UInt8]) async throws(StorageError) -> OneTimeCode? {
        try await read { reader throws(StorageError) in try reader.code(inSlot: slot) }
    }

    fileprivate func login(_ kind: LocalCredential.Kind, _ name: String, in app: AppID) async throws(StorageError)
        -> LocalCredential?
    {
        try await read { reader throws(StorageError) in try reader.login(kind, name: name, in: app) }
    }

    fileprivate func logins(of account: AccountID, in app: AppID) async throws(StorageError) -> [LocalCredential] {
        try await read { reader throws(StorageError) in try reader.logins(of: account, in: app) }
    }

    fileprivate func details(of account: AccountID, in app: AppID) async throws(StorageError) -> AccountMetadata? {
        try await read { reader throws(StorageError) in try reader.details(of: account, in: app) }
    }
}
