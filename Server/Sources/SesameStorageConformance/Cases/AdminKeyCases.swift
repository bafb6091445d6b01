import Foundation
import SesameAccounts

extension StorageConformance {
    static let adminKeyCases: [StorageConformanceCase] = [
        StorageConformanceCase("an admin key keeps every field, and the newest is listed first") { storage, sample in
            try expect(try await storage.adminKeys(), is: [], "the keys of an empty storage")
            var full = AdminKey(
                id: StorageFixture.oddText, name: StorageFixture.oddText, digest: StorageFixture.digest(1),
                scopes: [.usersRead],
                apps: [sample.two], createdAt: StorageFixture.time(9.001), expiresAt: StorageFixture.time(10))
            full.lastUsedAt = StorageFixture.time(9.5)
            full.revokedAt = StorageFixture.time(9.75)
            let bare = sample.adminKey("bare")
            try await storage.add(bare, full)
            try expect(try await storage.adminKeys(), is: [full, bare], "the keys")
            try expect(try await storage.adminKey(StorageFixture.oddText), is: full, "the full key")
            try expect(try await storage.adminKey("bare"), is: bare, "the bare key")
            try expect(try await storage.adminKey("none"), is: nil, "an unknown key")
            let wide = AdminKey(
                id: "wide", name: "wide", digest: [], scopes: Set(AdminScope.allCases), apps: [sample.one, sample.two],
                createdAt: StorageFixture.time(0), expiresAt: StorageFixture.time(1))
            try await storage.add(wide)
            try expect(
                try await storage.adminKey("wide") == wide, "a key with all scopes and two apps is read differently")
            try await storage.expectConflict(adding: sample.adminKey("bare", expires: 1), what: "the same id")
        },
        StorageConformanceCase("an update writes only the mutable fields of an admin key") {
            storage, sample in
            try await storage.add(sample.adminKey("a"), sample.adminKey("b"))
            let changed = AdminKey(
                id: "a", name: "other", digest: [1], scopes: [.usersRead], apps: [sample.two],
                createdAt: StorageFixture.time(5), expiresAt: StorageFixture.time(6),
                lastUsedAt: StorageFixture.time(7),
                revokedAt: StorageFixture.time(8))
            try await storage.write { transaction throws(StorageError) in try transaction.update(changed) }
            var expected = sample.adminKey("a")
            expected.expiresAt = StorageFixture.time(6)
            expected.lastUsedAt = StorageFixture.time(7)
            expected.revokedAt = StorageFixture.time(8)
            try expect(try await storage.adminKey("a"), is: expected, "the key")
            try expect(try await storage.adminKey("b"), is: sample.adminKey("b"), "the other one")
        },
        StorageConformanceCase("an expired or revoked admin key is purged with the events of that time") {
            storage, sample in
            var revoked = sample.adminKey("revoked", expires: 900)
            revoked.revokedAt = StorageFixture.time(1)
            try await storage.add(
                revoked, sample.adminKey("expired", expires: 1), sample.adminKey("live", expires: 900))
            let terms = PurgeCutoffs(
                expiredBefore: StorageFixture.time(-1), sessionsBefore: StorageFixture.time(-1),
                eventsBefore: StorageFixture.time(2),
                tombstonesBefore: StorageFixture.time(-1))
            let isMore = try await storage.write { transaction throws(StorageError) in
                try transaction.purge(terms, limit: 10)
            }
            try expect(isMore, is: false, "whether more is left")
            try expect(try await storage.adminKeys().map(\.id), is: ["live"], "the remaining keys")
        },
        StorageConformanceCase("a webhook's position is stored until it is removed") { storage, _ in
            for (number, expected) in [(7, ["a": 7]), (9, ["a": 9])] as [(Int64, [String: Int64])] {
                try await storage.write { transaction throws(StorageError) in
                    try transaction.setPosition(number, ofWebhook: "a")
                }
                try expect(try await storage.webhookPositions(), is: expected, "the positions")
            }
            try await storage.write { transaction throws(StorageError) in
                try transaction.setPosition(nil, ofWebhook: "a")
                try transaction.setPosition(nil, ofWebhook: "unknown")
                try transaction.setPosition(0, ofWebhook: "b")
            }
            try expect(try await storage.webhookPositions(), is: ["b": 0], "the positions")
        },
    ]
}

extension Storage {
    func adminKey(_ id: String) async throws(StorageError) -> AdminKey? {
        try await read { reader throws(StorageError) in try reader.adminKey(id) }
    }

    func adminKeys() async throws(StorageError) -> [AdminKey] {
        try await read { reader throws(StorageError) in try reader.adminKeys() }
    }

    func webhookPositions() async throws(StorageError) -> [String: Int64] {
        try await read { reader throws(StorageError) in try reader.webhookPositions() }
    }
}
