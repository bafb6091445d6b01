import Foundation
import SesameAccounts
import SesameCore

extension StorageConformance {
    static let accountQueryCases: [StorageConformanceCase] = [
        StorageConformanceCase("accounts are listed in pages, separately for each app") { storage, sample in
            for number in 0..<5 { try await storage.add(sample.account("a\(number)")) }
            try await storage.add(sample.account("a2", in: sample.two), sample.account("b", in: sample.two))
            let first = try await storage.page(AccountQuery(app: sample.one, limit: 2))
            try expect(first.accounts.map(\.account.id.description), is: ["a0", "a1"], "the first page")
            try expect(first.next, is: AccountID("a1"), "the start of the next page")
            let rest = try await storage.page(AccountQuery(app: sample.one, after: first.next, limit: 9))
            try expect(rest.accounts.map(\.account.id.description), is: ["a2", "a3", "a4"], "the rest")
            try expect(rest.next, is: nil, "what follows")
            let theirs = try await storage.page(AccountQuery(app: sample.two, limit: 9))
            try expect(theirs.accounts.map(\.account.app), is: [sample.two, sample.two], "the other app's")
        },
        StorageConformanceCase("accounts are listed by age in both directions, separately for each app") {
            storage, sample in
            func made(_ id: String, _ second: Double, in app: AppID? = nil) -> Account {
                Account(
                    id: AccountID(id), app: app ?? sample.one, createdAt: StorageFixture.time(second),
                    lastSignInAt: StorageFixture.time(second),
                    profile: StoredProfile(fields: [:], updatedAt: StorageFixture.time(second)))
            }
            try await storage.add(
                made("c", 1), made("a", 2), made("b", 2), made("d", 3), made("x", 1, in: sample.two),
                made("a", 9, in: sample.two))
            let questions: [(AccountSortOrder, String?, Int, [String])] = [
                (.oldest, nil, 9, ["c", "a", "b", "d"]), (.newest, nil, 9, ["d", "b", "a", "c"]),
                (.oldest, "a", 1, ["b"]), (.newest, "b", 9, ["a", "c"]), (.oldest, "d", 9, []), (.oldest, nil, 0, []),
            ]
            for (number, (order, after, limit, expected)) in questions.enumerated() {
                try expect(
                    try await storage.listed(sample.one, by: order, after: after, limit: limit).map(\.id.description),
                    is: expected, "the result of query \(number)")
            }
            let stood = AccountSummary(
                id: AccountID("aa"), createdAt: StorageFixture.time(2), lastSignInAt: StorageFixture.time(2),
                disabledAt: nil, name: "",
                email: "", phone: "")
            let behind = try await storage.read { reader throws(StorageError) in
                try reader.listedAccounts(in: sample.one, by: .oldest, after: stood, limit: 9)
            }
            try expect(behind.map(\.id.description), is: ["b", "d"], "the accounts after one that no longer exists")
            let counts = try await storage.read { reader throws(StorageError) in
                [try reader.accountCount(in: sample.one, upTo: 9), try reader.accountCount(in: sample.one, upTo: 3)]
            }
            try expect(counts, is: [4, 3], "the number of accounts")
        },
        StorageConformanceCase("accounts are sorted by name, email address and phone number, those without first") {
            storage, sample in
            func login(_ kind: LocalCredential.Kind, _ name: String, of account: String) -> LocalCredential {
                LocalCredential(
                    app: sample.one, kind: kind, name: name, account: AccountID(account),
                    createdAt: StorageFixture.time(0))
            }
            for (number, id) in ["guest", "z", "a", "m", "n"].enumerated() {
                try await storage.add(
                    Account(
                        id: AccountID(id), app: sample.one, createdAt: StorageFixture.time(Double(number)),
                        lastSignInAt: StorageFixture.time(9),
                        profile: StoredProfile(fields: [:], updatedAt: StorageFixture.time(0))))
            }
            try await storage.add(
                sample.account("z", in: sample.two), sample.identity("s1", of: "z", claims: .init(displayName: "Ann")),
                sample.identity("s2", of: "a", claims: IdentityClaims(email: "b@c.d", displayName: "Cleo")),
                login(.email, "a@b.c", of: "m"), login(.phone, "+2", of: "z"), login(.phone, "+1", of: "n"),
                AccountMetadata(app: sample.one, account: AccountID("m"), displayName: "Bob"),
                AccountMetadata(app: sample.one, account: AccountID("n"), displayName: "Ann"))
            let orders: [(AccountSortOrder.Key, [String])] = [
                (.name, ["guest", "z", "n", "m", "a"]), (.email, ["guest", "z", "n", "m", "a"]),
                (.phone, ["guest", "a", "m", "n", "z"]),
            ]
            for (key, expected) in orders {
                for isDescending in [false, true] {
                    let order = AccountSortOrder(key, isDescending: isDescending)
                    var (found, after) = ([String](), String?.none)
                    while found.count < 9 {
                        let page = try await storage.listed(sample.one, by: order, after: after, limit: 2)
                        if page.isEmpty { break }
                        found += page.map(\.id.description)
                        after = found.last
                    }
                    try expect(found, is: isDescending ? expected.reversed() : expected, "the order by \(key)")
                }
            }
            let person = try await storage.listed(sample.one, by: AccountSortOrder(.phone), after: "n", limit: 1).first
            try expect(person?.name, is: "Ann", "the name")
            try expect(person?.phone, is: "+2", "the number")
            try expect(person?.createdAt, is: StorageFixture.time(1), "the time of creation")
            try expect(person?.lastSignInAt, is: StorageFixture.time(9), "the time of the last sign-in")
        },
        StorageConformanceCase("an account's name and email address in lists follow its identities, logins and details")
        { storage, sample in
            try await storage.add(sample.account("a"), sample.account("b"))
            let stated = IdentityClaims(email: "i@b.c", displayName: "Stated")
            let identity = sample.identity("s", of: "a", claims: stated)
            let login = LocalCredential(
                app: sample.one, kind: .email, name: "l@b.c", account: AccountID("a"), createdAt: StorageFixture.time(0)
            )
            try await storage.add(identity)
            try await storage.expectListed(sample, "Stated", "i@b.c", "with an identity")
            try await storage.add(login)
            try await storage.expectListed(sample, "Stated", "l@b.c", "with a login")
            try await storage.add(AccountMetadata(app: sample.one, account: AccountID("a"), displayName: "Chosen"))
            try await storage.expectListed(sample, "Chosen", "l@b.c", "with a display name")
            try await storage.write { transaction throws(StorageError) in try transaction.delete(login) }
            try await storage.expectListed(sample, "Chosen", "i@b.c", "without the login")
            try await storage.add(AccountMetadata(app: sample.one, account: AccountID("a")))
            var renamed = identity
            renamed.claims.displayName = "Renamed"
            try await storage.write { [renamed] transaction throws(StorageError) in try transaction.update(renamed) }
            try await storage.expectListed(sample, "Renamed", "i@b.c", "after a change at the provider")
            try await storage.write { transaction throws(StorageError) in
                try transaction.move(AccountID("a"), to: AccountID("b"), in: sample.one)
            }
            try await storage.expectListed(sample, "", "", "of the account that was moved")
            try await storage.expectListed(sample, "Renamed", "i@b.c", "of the account that received the move", of: "b")
            // `renamed` already names the future account. The storage finds the current one itself.
            try await storage.write { [renamed] transaction throws(StorageError) in
                try transaction.move(renamed, to: AccountID("a"))
            }
            try await storage.expectListed(sample, "Renamed", "i@b.c", "of the account that received the identity back")
            try await storage.expectListed(sample, "", "", "of the account that gave the identity back", of: "b")
            let back = sample.identity("s", of: "a", claims: renamed.claims)
            try await storage.write { transaction throws(StorageError) in try transaction.delete(back) }
            try await storage.expectListed(sample, "", "", "without anything")
            func theirs(_ account: String) -> LocalCredential {
                LocalCredential(
                    app: sample.one, kind: .email, name: "t@b.c", account: AccountID(account),
                    createdAt: StorageFixture.time(0))
            }
            try await storage.add(theirs("b"))
            let moved = theirs("a")
            try await storage.write { transaction throws(StorageError) in
                try transaction.delete(moved)
                try transaction.insert(moved)
            }
            try await storage.expectListed(sample, "", "t@b.c", "with a moved login")
            try await storage.expectListed(sample, "", "", "without the moved login", of: "b")
        },
        StorageConformanceCase("accounts are found by sign-in method, email address, state and age") {
            storage, sample in
            var closed = sample.account("closed")
            closed.disabledAt = StorageFixture.time(3)
            let old = Account(
                id: AccountID("old"), app: sample.one, createdAt: StorageFixture.time(-100),
                lastSignInAt: StorageFixture.time(-100),
                profile: StoredProfile(fields: [:], updatedAt: StorageFixture.time(-100)))
            let claims = IdentityClaims(email: "Test@Example.com")
            try await storage.add(closed, old, sample.account("guest"), sample.account("both"))
            try await storage.add(
                sample.identity("s1", of: "closed", claims: claims), sample.identity("s2", of: "old", provider: .apple),
                sample.identity("s3", of: "both"), sample.identity("s4", of: "both", provider: .apple))
            let questions: [(AccountQuery, [String])] = [
                (AccountQuery(app: sample.one, method: .google, limit: 9), ["both", "closed"]),
                (AccountQuery(app: sample.one, method: .apple, limit: 9), ["both", "old"]),
                (AccountQuery(app: sample.one, method: .anonymous, limit: 9), ["guest"]),
                (AccountQuery(app: sample.one, email: "test@example.com", limit: 9), ["closed"]),
                (AccountQuery(app: sample.one, email: "test@example_com", limit: 9), []),
                (AccountQuery(app: sample.two, email: "test@example.com", limit: 9), []),
                (AccountQuery(app: sample.one, isDisabled: true, limit: 9), ["closed"]),
                (AccountQuery(app: sample.one, isDisabled: false, limit: 9), ["both", "guest", "old"]),
                (AccountQuery(app: sample.one, createdUntil: StorageFixture.time(0), limit: 9), ["old"]),
                (AccountQuery(app: sample.one, createdSince: StorageFixture.time(0), limit: 2), ["both", "closed"]),
            ]
            for (number, (query, expected)) in questions.enumerated() {
                let page = try await storage.page(query)
                try expect(
                    page.accounts.map(\.account.id.description), is: expected, "the result of query \(number)")
            }
            let both = try await storage.page(AccountQuery(app: sample.one, method: .apple, limit: 1)).accounts.first
            try expect(both?.identities.map(\.subject).sorted(), is: ["s3", "s4"], "the account's identities")
        },
        StorageConformanceCase("an address is found among any number of accounts, of this app and of others") {
            storage, sample in
            for app in [sample.one, sample.two] {
                try await storage.add((0..<25_000).map { sample.account(String(format: "a%05d", $0), in: app) })
            }
            let google = sample.identity("g", of: "z1", claims: IdentityClaims(email: "Far@Example.com"))
            let apple = sample.identity("p", of: "z1", provider: .apple, claims: google.claims)
            try await storage.add(sample.account("z1"), sample.account("z2"), sample.account("z1", in: sample.two))
            try await storage.add(google, apple, sample.login("far@example.com", of: "z2"))
            let found = try await storage.read { reader throws(StorageError) in
                [
                    try reader.accounts(withEmail: "fAR@example.com", in: sample.one),
                    try reader.accounts(withEmail: "far@example.com", in: sample.two),
                    try reader.accounts(withEmail: "far@example_com", in: sample.one),
                ]
            }
            try expect(found, is: [[AccountID("z1"), AccountID("z2")], [], []], "the accounts with the address")
            let first = try await storage.page(AccountQuery(app: sample.one, email: "far@example.com", limit: 1))
            try expect(first.accounts.map(\.account.id.description), is: ["z1"], "the first page by the address")
            let second = try await storage.page(
                AccountQuery(app: sample.one, email: "far@example.com", after: first.next, limit: 2))
            try expect(second.accounts.map(\.account.id.description), is: ["z2"], "the second page by the address")
            try expect(second.next, is: nil, "what follows")
        },
        StorageConformanceCase("a page of a small app is complete, and one of a large app continues where it is cut") {
            storage, sample in
            func many(_ letter: String, in app: AppID) -> [Account] {
                (0..<AccountQuery.maxScanned).map { sample.account(String(format: "\(letter)%05d", $0), in: app) }
            }
            try await storage.add(many("a", in: sample.two))
            try await storage.add(sample.account("z1"), sample.account("z2"))
            let small = try await storage.page(AccountQuery(app: sample.one, limit: 5))
            try expect(small.accounts.map(\.account.id.description), is: ["z1", "z2"], "the page of the small app")
            try expect(small.next, is: nil, "what follows")
            let rest = try await storage.page(AccountQuery(app: sample.one, after: AccountID("z1"), limit: 5))
            try expect(rest.accounts.map(\.account.id.description), is: ["z2"], "the rest of the small app")
            try await storage.add(many("b", in: sample.one))
            let first = try await storage.page(AccountQuery(app: sample.one, limit: 2))
            try expect(first.accounts, is: [], "the first page of the large app")
            let second = try await storage.page(AccountQuery(app: sample.one, after: first.next, limit: 2))
            try expect(second.accounts.map(\.account.id.description), is: ["b00000", "b00001"], "its second page")
        },
    ]
}

extension Storage {
    /// Checks the account's name and email address in account lists.
    fileprivate func expectListed(
        _ sample: StorageFixture, _ name: String, _ email: String, _ what: String, of account: String = "a"
    ) async throws {
        let listed = try await read { reader throws(StorageError) in
            try reader.listedAccount(AccountID(account), in: sample.one)
        }
        try expect(listed?.name, is: name, "the name \(what)")
        try expect(listed?.email, is: email, "the email address \(what)")
    }

    func listed(
        _ app: AppID, by order: AccountSortOrder, after: String?, limit: Int
    ) async throws(StorageError) -> [AccountSummary] {
        try await read { reader throws(StorageError) in
            let start = try after.map { id throws(StorageError) in try reader.listedAccount(AccountID(id), in: app) }
            return try reader.listedAccounts(in: app, by: order, after: start ?? nil, limit: limit)
        }
    }

    func page(_ query: AccountQuery) async throws(StorageError) -> AccountPage {
        try await read { reader throws(StorageError) in try reader.accounts(matching: query) }
    }
}
