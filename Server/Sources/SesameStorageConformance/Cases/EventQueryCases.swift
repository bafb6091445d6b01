import Foundation
import SesameAccounts

extension StorageConformance {
    static let eventQueryCases: [StorageConformanceCase] = [
        StorageConformanceCase("an event without an app or account keeps every field") { storage, _ in
            let full = SecurityEvent(
                kind: .signInFailed, app: nil, account: nil, session: nil, at: StorageFixture.time(0.001),
                requestID: "",
                detail: StorageFixture.oddText, network: "203.0.113.0/24", actor: StorageFixture.oddText,
                count: 1_000_000)
            try await storage.add(full)
            try expect(try await storage.page(EventQuery(limit: 1)).events.map(\.event), is: [full], "the event")
        },
        StorageConformanceCase("events are numbered in order of insertion and listed in pages in both directions") {
            storage, sample in
            try await storage.add((0..<5).map { sample.event("\($0)") })
            let newest = try await storage.page(EventQuery(limit: 2))
            try expect(newest.events.map(\.event.requestID), is: ["4", "3"], "the newest")
            let next = newest.next ?? -1
            let older = try await storage.page(EventQuery(position: .before(next), limit: 9))
            try expect(older.events.map(\.event.requestID), is: ["2", "1", "0"], "the older events")
            try expect(older.next, is: nil, "the position after the oldest")
            let first = try await storage.page(EventQuery(position: .after(0), limit: 3))
            try expect(first.events.map(\.event.requestID), is: ["0", "1", "2"], "the first")
            let rest = try await storage.page(EventQuery(position: .after(first.next ?? -1), limit: 9))
            try expect(rest.events.map(\.event.requestID), is: ["3", "4"], "the rest")
            let end = EventQuery(position: .after(rest.next ?? -1), limit: 9)
            try expect(try await storage.page(end).events, is: [], "the events after the last one")
            try expect(try await storage.page(end).next, is: rest.next, "the position after the last event")
            try await storage.add(sample.event("5"))
            try expect(try await storage.page(end).events.map(\.event.requestID), is: ["5"], "what came")
        },
        StorageConformanceCase("events are found by app, account, kind and time") { storage, sample in
            try await storage.add(
                sample.event("a", at: 1), sample.event("b", kind: .signedOut, at: 2),
                sample.event("c", of: "other", at: 3), sample.event("d", in: sample.two, at: 4),
                SecurityEvent(
                    kind: .adminKeyUsed, app: nil, account: nil, session: nil, at: StorageFixture.time(5),
                    requestID: "e"))
            let (account, other) = (AccountID("account"), AccountID("other"))
            let questions: [(EventQuery, [String])] = [
                (EventQuery(limit: 9), ["e", "d", "c", "b", "a"]),
                (EventQuery(app: sample.one, limit: 9), ["c", "b", "a"]),
                (EventQuery(app: sample.one, account: account, limit: 9), ["b", "a"]),
                (EventQuery(app: sample.two, account: other, limit: 9), []),
                (EventQuery(app: sample.one, account: account, position: .after(0), limit: 9), ["a", "b"]),
                (EventQuery(app: sample.one, account: account, kinds: [.signedOut], limit: 9), ["b"]),
                (EventQuery(kinds: [.signedOut, .adminKeyUsed], limit: 9), ["e", "b"]),
                (EventQuery(kinds: [.accountDeleted], limit: 9), []),
                (EventQuery(since: StorageFixture.time(3), limit: 9), ["e", "d", "c"]),
                (EventQuery(until: StorageFixture.time(3), limit: 9), ["b", "a"]),
                (
                    EventQuery(
                        since: StorageFixture.time(2), until: StorageFixture.time(4), position: .after(0), limit: 9),
                    ["b", "c"]
                ),
                (EventQuery(limit: 0), []),
            ]
            for (number, (query, expected)) in questions.enumerated() {
                let page = try await storage.page(query)
                try expect(page.events.map(\.event.requestID), is: expected, "the result of query \(number)")
            }
        },
        StorageConformanceCase("a page examines a limited number of events, and the next page continues there") {
            storage, sample in
            let rare = sample.event("rare", kind: .accountDeleted)
            try await storage.add([rare] + (0..<Int(EventQuery.maxScanned)).map { _ in sample.event("usual") })
            let first = try await storage.page(EventQuery(kinds: [.accountDeleted], limit: 5))
            try expect(first.events, is: [], "the first page")
            let second = try await storage.page(
                EventQuery(kinds: [.accountDeleted], position: .before(first.next ?? 0), limit: 5))
            try expect(second.events.map(\.event), is: [rare], "the second page")
            try expect(second.next, is: nil, "what follows")
            let forward = try await storage.page(EventQuery(kinds: [.signedOut], position: .after(0), limit: 5))
            try expect(forward.events, is: [], "the first page in forward order")
            try expect(forward.next, is: EventQuery.maxScanned, "the last examined event number")
            let own = try await storage.page(
                EventQuery(app: sample.one, account: AccountID("account"), kinds: [.accountDeleted], limit: 5))
            try expect(own.events.map(\.event), is: [rare], "the account's own events")
        },
        StorageConformanceCase("an event number is never reused, even after all events are purged") { storage, sample in
            try await storage.add(sample.event("a"), sample.event("b", at: 1))
            let last = try await storage.page(EventQuery(limit: 1)).events.first?.number ?? 0
            let terms = PurgeCutoffs(
                expiredBefore: StorageFixture.time(-1), sessionsBefore: StorageFixture.time(-1),
                eventsBefore: StorageFixture.time(9),
                tombstonesBefore: StorageFixture.time(-1))
            _ = try await storage.write { transaction throws(StorageError) in try transaction.purge(terms, limit: 9) }
            try expect(try await storage.page(EventQuery(limit: 9)).events, is: [], "the remaining events")
            try await storage.add(sample.event("c"))
            let new = try await storage.page(EventQuery(position: .after(last), limit: 9))
            try expect(new.events.map(\.event.requestID), is: ["c"], "the events after the purged ones")
        },
    ]
}

extension Storage {
    func page(_ query: EventQuery) async throws(StorageError) -> EventPage {
        try await read { reader throws(StorageError) in try reader.events(matching: query) }
    }
}
