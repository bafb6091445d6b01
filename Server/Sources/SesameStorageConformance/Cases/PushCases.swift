import Foundation
import SesameAccounts

extension StorageConformance {
    static let pushCases: [StorageConformanceCase] = [
        StorageConformanceCase("a push keeps every field, and its id is unique") { storage, sample in
            let full = PushReceipt(
                id: StorageFixture.oddText, app: sample.two, fingerprint: StorageFixture.digest(1),
                acceptedAt: StorageFixture.time(0.001),
                expiresAt: StorageFixture.time(9), targets: 9, sent: 1, gone: 2, dropped: 3,
                problem: StorageFixture.oddText)
            try await storage.add(full, sample.push("bare"))
            try expect(try await storage.push(StorageFixture.oddText), is: full, "the push")
            try expect(try await storage.push("bare"), is: sample.push("bare"), "the bare one")
            try expect(try await storage.push("none"), is: nil, "an unknown one")
            try await storage.expectConflict(adding: sample.push("bare", targets: 2), what: "the same id")
        },
        StorageConformanceCase("an update changes only the outcome of a push") { storage, sample in
            try await storage.add(sample.push("a", targets: 6), sample.push("b"))
            let changed = PushReceipt(
                id: "a", app: sample.two, fingerprint: [9], acceptedAt: StorageFixture.time(7),
                expiresAt: StorageFixture.time(8),
                targets: 1, sent: 1, gone: 2, dropped: 3, problem: "UNAVAILABLE")
            try await storage.write { transaction throws(StorageError) in try transaction.update(changed) }
            var expected = sample.push("a", targets: 6)
            (expected.sent, expected.gone, expected.dropped, expected.problem) = (1, 2, 3, "UNAVAILABLE")
            try expect(try await storage.push("a"), is: expected, "the push")
            try expect(try await storage.push("b"), is: sample.push("b"), "the other one")
        },
        StorageConformanceCase("expired devices and pushes are purged, to the millisecond") {
            storage, sample in
            try await storage.add(sample.account(), sample.session(idle: 1_000, absolute: 2_000))
            for (number, moment) in [(1, 99.999), (2, 100.0)] {
                try await storage.add(
                    sample.device(number, "\(number)", expires: moment), sample.push("\(number)", expires: moment))
            }
            try expect(try await storage.purge(before: 100), is: false, "whether more rows are left")
            try expect(
                try await storage.devices(of: "account", in: sample.one).map(\.installation), is: ["2"], "the devices")
            try expect(try await storage.push("1"), is: nil, "the expired push")
            try expect(try await storage.push("2") != nil, "the other push is gone")
        },
    ]
}

extension Storage {
    func push(_ id: String) async throws(StorageError) -> PushReceipt? {
        try await read { reader throws(StorageError) in try reader.push(id) }
    }
}
