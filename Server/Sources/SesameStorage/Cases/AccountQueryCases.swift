import Foundation
import SesameAccounts
import SesameCore

extension StorageConformance {
    static let accountQueryCases: [StorageConformanceCase] = [
        StorageConformanceCase("accounts are listed in pages, each app's own") { storage, sample in
            for number in 0..<5 { try await storage.add(sample.account("a\(number)")) }
            try await storage.add(sample.account("a2", in: sample.two), sample.account("b", in: sample.two))
            let first = try await storage.page(AccountQuery(app: sample.one, limit: 2))
            try expect(first.accounts.map(\.account.id.description), is: ["a0", "a1"], "the first page")
            try expect(first.next, is: AccountID("a1"), "where to go on")
            let rest = try await storage.page(AccountQuery(app: sample.one, after: first.next, limit: 9))
            try expect(rest.accounts.map(\.account.id.description), is: ["a2", "a3", "a4"], "the rest")
            try expect(rest.next, is: nil, "what follows")
            let theirs = try await storage.page(AccountQuery(app: sample.two, limit: 9))
            try expect(theirs.accounts.map(\.account.app), is: [sample.two, sample.two], "the other app's")
        },
        StorageConformanceCase("accounts are listed by their age, both ways, each app's own") { storage, sample in
            func made(_ id: String, _ second: Double, in app: AppID? = nil) -> Account {
                Account(
                    id: AccountID(id), app: app ?? sample.one, createdAt: Sample.time(second),
                    lastSignInAt: Sample.time(second), profile: Profile(fields: [:], updatedAt: Sample.time(second)))
            }
            try await storage.add(
                made("c", 1), made("a", 2), made("b", 2), made("d", 3), made("x", 1, in: sample.two),
                made("a", 9, in: sample.two))
            let questions: [(AccountAge, String?, Int, [String])] = [
                (.oldest, nil, 9, ["c", "a", "b", "d"]), (.newest, nil, 9, ["d", "b", "a", "c"]),
                (.oldest, "a", 1, ["b"]), (.newest, "b", 9, ["a", "c"]), (.oldest, "d", 9, []), (.oldest, "x", 9, []),
                (.oldest, nil, 0, []),
            ]
            for (number, (age, after, limit, expected)) in questions.enumerated() {
                let found = try await storage.read { reader throws(StorageError) in
                    try reader.accountIDs(in: sample.one, by: age, after: after.map { AccountID($0) }, limit: limit)
                }
                try expect(found.map(\.description), is: expected, "the answer to question \(number)")
            }
            let counts = try await storage.read { reader throws(StorageError) in
                [try reader.accountCount(in: sample.one, upTo: 9), try reader.accountCount(in: sample.one, upTo: 3)]
            }
            try expect(counts, is: [4, 3], "how many there are")
        },
        StorageConformanceCase("accounts are found by provider, address, state and age") { storage, sample in
            var closed = sample.account("closed")
            closed.disabledAt = Sample.time(3)
            let old = Account(
                id: AccountID("old"), app: sample.one, createdAt: Sample.time(-100), lastSignInAt: Sample.time(-100),
                profile: Profile(fields: [:], updatedAt: Sample.time(-100)))
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
                (AccountQuery(app: sample.one, createdUntil: Sample.time(0), limit: 9), ["old"]),
                (AccountQuery(app: sample.one, createdSince: Sample.time(0), limit: 2), ["both", "closed"]),
            ]
            for (number, (query, expected)) in questions.enumerated() {
                let page = try await storage.page(query)
                try expect(
                    page.accounts.map(\.account.id.description), is: expected, "the answer to question \(number)")
            }
            let both = try await storage.page(AccountQuery(app: sample.one, method: .apple, limit: 1)).accounts.first
            try expect(both?.identities.map(\.subject).sorted(), is: ["s3", "s4"], "the account's identities")
        },
        StorageConformanceCase("a page looks at so many accounts and no more, and the next one goes on") {
            storage, sample in
            let many = (0..<AccountQuery.reach).map { sample.account(String(format: "a%05d", $0), in: sample.two) }
            try await storage.add(many)
            try await storage.add(sample.account("z"))
            let first = try await storage.page(AccountQuery(app: sample.one, limit: 5))
            try expect(first.accounts, is: [], "the first page")
            let second = try await storage.page(AccountQuery(app: sample.one, after: first.next, limit: 5))
            try expect(second.accounts.map(\.account.id.description), is: ["z"], "the second page")
        },
    ]
}

extension Storage {
    func page(_ query: AccountQuery) async throws(StorageError) -> AccountPage {
        try await read { reader throws(StorageError) in try reader.accounts(matching: query) }
    }
}
