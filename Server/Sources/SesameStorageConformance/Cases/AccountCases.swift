import SesameAccounts
import SesameCore

extension StorageConformance {
    static let accountCases: [StorageConformanceCase] = [
        StorageConformanceCase("an account keeps every field") { storage, sample in
            let profile: JSONObject = [
                "nom": .string(StorageFixture.oddText), "": "empty name", "\u{E9}": 1, "e\u{301}": 2,
                "nested": ["list": [nil, true, -1, [], [:]], "long": .string(StorageFixture.longText)],
                "number": .number(JSONNumber(UInt64.max)),
            ]
            let full = Account(
                id: AccountID("full"), app: sample.one, createdAt: StorageFixture.time(-1e9),
                lastSignInAt: StorageFixture.time(1e9),
                disabledAt: StorageFixture.time(0.001), role: StorageFixture.oddText,
                profile: StoredProfile(
                    fields: profile, onboarding: .inProgress(step: StorageFixture.oddText), version: 1 << 40,
                    updatedAt: StorageFixture.time(-1)),
                allowsEmailLinking: false)
            let bare = sample.account("bare")
            var stepless = sample.account("stepless")
            stepless.profile.onboarding = .inProgress(step: nil)
            var new = sample.account("new")
            new.profile.onboarding = .notStarted
            try await storage.add(full, bare, stepless, new)
            for account in [full, bare, stepless, new] {
                let read = try await storage.account(account.id, in: sample.one)
                try expect(read, is: account, "the account")
            }
        },
        StorageConformanceCase("an account has its own epochs, which change independently of the account") {
            storage, sample in
            func epochs(_ id: AccountID, in app: AppID) async throws -> Epochs? {
                try await storage.read { reader throws(StorageError) in try reader.epochs(of: id, in: app) }
            }
            let account = sample.account()
            try await storage.add(account, sample.account("other"), sample.account(in: sample.two))
            try expect(try await epochs(account.id, in: sample.one), is: Epochs(), "a new account's epochs")
            try expect(try await epochs(AccountID("none"), in: sample.one), is: nil, "an unknown account's epochs")
            var moved = Epochs()
            for (number, epoch) in Epoch.allCases.enumerated() { moved[epoch] = Int64(number) << 40 }
            try await storage.write { [moved] transaction throws(StorageError) in
                try transaction.put(moved, of: account.id, in: sample.one)
            }
            try await storage.update(account)
            try expect(try await epochs(account.id, in: sample.one), is: moved, "the epochs")
            try expect(try await epochs(AccountID("other"), in: sample.one), is: Epochs(), "another account's epochs")
            try expect(try await epochs(account.id, in: sample.two), is: Epochs(), "another app's epochs")
            try expect(try await storage.account(account.id, in: sample.one), is: account, "the account")
        },
        StorageConformanceCase("a read of an unknown account returns nil") { storage, sample in
            try expect(try await storage.account(AccountID("none"), in: sample.one), is: nil, "an unknown account")
        },
        StorageConformanceCase("an account's id is unique within an app") { storage, sample in
            try await storage.add(sample.account(profile: ["first": true]))
            try await storage.expectConflict(adding: sample.account(), what: "the same account twice")
            let kept = try await storage.account(AccountID("account"), in: sample.one)
            try expect(kept, is: sample.account(profile: ["first": true]), "the first account")
        },
        StorageConformanceCase("account ids are compared byte by byte") { storage, sample in
            try await storage.add(sample.account("\u{E9}"), sample.account("e\u{301}"), sample.account("A"))
            let lowercase = try await storage.account(AccountID("a"), in: sample.one)
            try expect(lowercase, is: nil, "an id in another case")
            let composed = try await storage.account(AccountID("\u{E9}"), in: sample.one)
            try expect(composed, is: sample.account("\u{E9}"), "the composed id")
        },
        StorageConformanceCase("two apps may have accounts with the same id, and each sees only its own") {
            storage, sample in
            let ours = sample.account(profile: ["app": "one"])
            let theirs = sample.account(in: sample.two, profile: ["app": "two"])
            try await storage.add(ours, theirs)
            try expect(try await storage.account(ours.id, in: sample.one), is: ours, "our account")
            try expect(try await storage.account(ours.id, in: sample.two), is: theirs, "their account")
            var changed = ours
            changed.profile.fields = ["changed": true]
            try await storage.update(changed)
            try expect(try await storage.account(ours.id, in: sample.one), is: changed, "our changed account")
            try expect(try await storage.account(ours.id, in: sample.two), is: theirs, "their account after the update")
        },
        StorageConformanceCase("an update writes only the mutable fields of an account") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"))
            let update = Account(
                id: AccountID("account"), app: sample.one, createdAt: StorageFixture.time(99),
                lastSignInAt: StorageFixture.time(50),
                disabledAt: StorageFixture.time(51), role: "changed",
                profile: StoredProfile(
                    fields: ["a": "b"], onboarding: .inProgress(step: "c"), version: 7,
                    updatedAt: StorageFixture.time(52)),
                allowsEmailLinking: false)
            try await storage.update(update)
            var expected = sample.account()
            expected.profile = update.profile
            expected.lastSignInAt = StorageFixture.time(50)
            expected.disabledAt = StorageFixture.time(51)
            expected.role = "changed"
            expected.allowsEmailLinking = false
            try expect(try await storage.account(expected.id, in: sample.one), is: expected, "the account")
            expected.disabledAt = nil
            expected.allowsEmailLinking = true
            try await storage.update(expected)
            try expect(try await storage.account(expected.id, in: sample.one), is: expected, "enabled again")
            let other = try await storage.account(AccountID("other"), in: sample.one)
            try expect(other, is: sample.account("other"), "another account")
        },
        StorageConformanceCase("accounts are listed in key order, each with the time of its last use") {
            storage, sample in
            func activity(_ id: String, in app: AppID, isGuest: Bool = true, at seconds: Double) -> AccountLastUse {
                AccountLastUse(
                    key: .init(account: AccountID(id), app: app), isGuest: isGuest,
                    lastUsedAt: StorageFixture.time(seconds))
            }
            try await storage.add(
                sample.account("c"), sample.account("a"), sample.account("b"), sample.account("b", in: sample.two),
                sample.identity(of: "b", in: sample.two), sample.session("1", of: "c", at: 5),
                sample.session("2", of: "c", at: 9), sample.session("3", of: "a", at: 0.5))
            let first = try await storage.activities(after: nil, limit: 3)
            let expected = [
                activity("a", in: sample.one, at: 1),
                activity("b", in: sample.two, isGuest: false, at: 1), activity("b", in: sample.one, at: 1),
            ]
            try expect(first, is: expected, "the first three")
            let rest = try await storage.activities(after: first.last?.key, limit: 3)
            try expect(rest, is: [activity("c", in: sample.one, at: 9)], "the rest")
            try expect(try await storage.activities(after: rest.last?.key, limit: 3), is: [], "after the last")
        },
        StorageConformanceCase("an update of a missing account does not create it") { storage, sample in
            try await storage.update(sample.account())
            try expect(try await storage.account(AccountID("account"), in: sample.one), is: nil, "the account")
        },
    ]
}

extension Storage {
    func account(_ id: AccountID, in app: AppID) async throws(StorageError) -> Account? {
        try await read { reader throws(StorageError) in try reader.account(id, in: app) }
    }

    func activities(
        after key: AccountLastUse.Key?, limit: Int
    ) async throws(StorageError) -> [AccountLastUse] {
        try await read { reader throws(StorageError) in try reader.activities(after: key, limit: limit) }
    }

    func update(_ account: Account) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.update(account) }
    }
}
