import Foundation
import Testing

@testable import CoupleBackEnd

/// Tests of the couple app's back end: expiring partner codes, gifts, undone merges, deleted accounts, and the journal
/// that restores the registry after a restart.
struct CoupleBackEndTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("couples-\(UUID().uuidString)")
        .path
    private let now = Date(timeIntervalSince1970: 1_795_269_600)

    /// Runs the test on a registry, then the checks on the same registry after a restart.
    private func withRegistry(_ test: (Registry) async throws -> Void, after: (Registry) async throws -> Void)
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let gifts = ["GIFT-AAAA-AAAA", "GIFT-BBBB-BBBB"]
        do {
            let registry = try Registry(journal: path, gifts: gifts)
            try await test(registry)
        }
        try await after(try Registry(journal: path, gifts: gifts))
    }

    private func pair(_ one: String, _ other: String, in registry: Registry) async throws {
        let code = try #require(try await registry.offer(by: one, at: now))
        #expect(try await registry.pair(other, by: code, at: now) == one)
    }

    private func partners(_ registry: Registry, _ people: String...) async -> [String] {
        var partners: [String] = []
        for uid in people { partners.append(await registry.fields(of: uid, at: now).partnerId) }
        return partners
    }

    private func event(_ kind: String, _ uid: String, _ detail: String? = nil, at time: Int) -> Event {
        Event(kind: kind, time: time, app: "couple", uid: uid, detail: detail)
    }

    @Test func `a partner code expires after a week and leaves the profile`() async throws {
        let later = now + Registry.codeLife
        try await withRegistry { registry in
            let code = try #require(try await registry.offer(by: "a", at: now))
            #expect(try await registry.offer(by: "a", at: later - 1) == code)
            #expect(try await registry.wrote(await registry.fields(of: "a", at: now), of: "a", at: now))
            #expect(await registry.due(at: now).isEmpty)
            await #expect(throws: Problem.unknownCode) { try await registry.pair("b", by: code, at: later) }
            try await registry.expire(at: later)
            #expect(await registry.due(at: later) == ["a"])
            #expect(await registry.fields(of: "a", at: later).partnerCode.isEmpty)
            #expect(try await registry.offer(by: "a", at: later) != code)
        } after: { registry in
            #expect(await registry.fields(of: "a", at: later).partnerCode.isEmpty == false)
        }
    }

    @Test func `a journal can be reopened while a child process holds a copy of its lock`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var childs: Int32 = -1
        do {
            let journal = try Journal<String>(path) { _ in }
            try journal.append("entry")
            childs = dup(journal.file.fileDescriptor)
        }
        try #require(childs >= 0)
        defer { close(childs) }
        var entries: [String] = []
        _ = try Journal<String>(path) { entries.append($0) }
        #expect(entries == ["entry"])
    }

    @Test func `a gift can be redeemed again an hour after too many tries`() async throws {
        try await withRegistry { registry in
            for _ in 0..<Registry.maxAttempts {
                await #expect(throws: Problem.unknownCode) { try await registry.redeem("NONE", by: "a", at: now) }
            }
            await #expect(throws: Problem.tooManyTries) { try await registry.redeem("GIFTAAAAAAAA", by: "a", at: now) }
            try await registry.redeem("GIFTAAAAAAAA", by: "a", at: now + 3_600)
        } after: { registry in
            #expect(await registry.fields(of: "a", at: now).isSubscribed)
        }
    }

    @Test func `undoing a merge gives each account its own gift back`() async throws {
        try await withRegistry { registry in
            try await registry.redeem("GIFTAAAAAAAA", by: "guest", at: now)
            try await registry.follow(event("accounts_merged", "guest", "owner", at: 1))
            // These are a retry after a lost response, and a gift of the owner.
            try await registry.redeem("GIFTAAAAAAAA", by: "owner", at: now)
            try await registry.redeem("GIFTBBBBBBBB", by: "owner", at: now)
            try await registry.follow(event("merge_undone", "guest", "owner", at: 2))
        } after: { registry in
            for uid in ["guest", "owner"] { #expect(await registry.fields(of: uid, at: now).isSubscribed) }
            await #expect(throws: Problem.unknownCode) {
                try await registry.redeem("GIFTBBBBBBBB", by: "guest", at: now)
            }
        }
    }

    @Test func `undoing a merge restores the guest's partner unless the guest has a new one`()
        async throws
    {
        try await withRegistry { registry in
            try await pair("guest", "x", in: registry)
            try await pair("owner", "y", in: registry)
            try await registry.follow(event("accounts_merged", "guest", "owner", at: 1))
            #expect(await partners(registry, "owner", "x", "y") == ["y", "", "owner"])
            try await registry.follow(event("merge_undone", "guest", "owner", at: 2))
            #expect(await partners(registry, "guest", "x", "owner", "y") == ["x", "guest", "y", "owner"])
            // The merge is repeated, and the event arrives after the guest has found a new partner.
            try await registry.follow(event("accounts_merged", "guest", "owner", at: 3))
            try await pair("z", "guest", in: registry)
            try await registry.follow(event("merge_undone", "guest", "owner", at: 4))
        } after: { registry in
            #expect(await partners(registry, "guest", "z", "x", "owner") == ["z", "guest", "", "y"])
        }
    }

    @Test func `a deleted account is never written again, and its former partner is due at once`() async throws {
        try await withRegistry { registry in
            try await pair("a", "b", in: registry)
            await registry.writeAgain("a", inAnHour: true, at: now)
            #expect(await registry.due(at: now) == ["b"])
            _ = try await registry.part("b")
            #expect(await registry.due(at: now) == ["a", "b"])
            try await registry.follow(event("account_deleted", "a", at: 1))
            await registry.writeAgain("a", inAnHour: true, at: now)
            #expect(await registry.due(at: now + 7_200) == ["b"])
            #expect(try await registry.wrote(await registry.fields(of: "b", at: now), of: "b", at: now))
            let old = ProfileFields(partnerCode: "", partnerId: "a", isSubscribed: false)
            #expect(try await !registry.wrote(old, of: "b", at: now))
            #expect(await registry.due(at: now) == ["b"])
        } after: { registry in
            #expect(await registry.due(at: now).isEmpty)
        }
    }
}
