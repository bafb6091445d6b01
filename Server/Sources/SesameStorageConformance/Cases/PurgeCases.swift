import Foundation
import SesameAccounts

extension StorageConformance {
    static let purgeCases: [StorageConformanceCase] = [
        StorageConformanceCase("a purge removes what expired before its cutoffs, to the millisecond") {
            storage, sample in
            try await storage.add(sample.account())
            let moments = [(1, 99.999), (2, 100.0), (3, 100.001)]
            for (number, moment) in moments {
                try await storage.add(
                    sample.nonce(number, expires: moment), sample.ticket(number, expires: moment),
                    sample.usedToken(number, expires: moment), sample.event("\(number)", at: moment),
                    sample.flow(number, expires: moment),
                    sample.session("idle \(number)", idle: moment),
                    sample.session("absolute \(number)", idle: 1_000, absolute: moment))
                try await storage.write { transaction throws(StorageError) in
                    try transaction.insert(sample.tombstone(number, at: moment))
                }
            }
            let isMore = try await storage.purge(before: 100)
            try expect(isMore, is: false, "whether more rows are left")
            for (number, moment) in moments {
                let isKept = moment >= 100
                let digest = StorageFixture.digest(number)
                try expect(try await storage.ticket(digest) != nil, is: isKept, "ticket \(number)")
                let token = sample.usedToken(number, expires: moment)
                try expect(try await storage.found(token) != nil, is: isKept, "token \(number)")
                try expect(try await storage.flow(digest) != nil, is: isKept, "flow \(number)")
                try expect(try await storage.hasTombstone(digest), is: isKept, "tombstone \(number)")
                for limit in ["idle", "absolute"] {
                    let session = try await storage.session(SessionID("\(limit) \(number)"))
                    try expect(session != nil, is: isKept, "session, \(limit) limit \(number)")
                }
                let nonce = sample.nonce(number, expires: moment)
                try expect(try await storage.isSpending(nonce), is: !isKept, "nonce \(number)")
            }
            let events = try await storage.events(of: AccountID("account"), in: sample.one, limit: 10)
            try expect(events.map(\.requestID), is: ["3", "2"], "the events")
            let account = try await storage.account(AccountID("account"), in: sample.one)
            try expect(account, is: sample.account(), "the account")
        },
        StorageConformanceCase("each cutoff of a purge applies to its own kind of row") { storage, sample in
            let never = StorageFixture.time(-1e6)
            let all = StorageFixture.time(1e6)
            let terms = [
                PurgeCutoffs(expiredBefore: all, sessionsBefore: never, eventsBefore: never, tombstonesBefore: never),
                PurgeCutoffs(expiredBefore: never, sessionsBefore: all, eventsBefore: never, tombstonesBefore: never),
                PurgeCutoffs(expiredBefore: never, sessionsBefore: never, eventsBefore: all, tombstonesBefore: never),
                PurgeCutoffs(expiredBefore: never, sessionsBefore: never, eventsBefore: never, tombstonesBefore: all),
            ]
            try await storage.add(
                sample.account(), sample.session(), sample.usedToken(1), sample.ticket(1), sample.event("1"))
            try await storage.write { transaction throws(StorageError) in
                try transaction.insert(sample.tombstone(1))
            }
            for (step, terms) in terms.enumerated() {
                _ = try await storage.write { transaction throws(StorageError) in
                    try transaction.purge(terms, limit: 100)
                }
                let isTokenKept = try await storage.found(sample.usedToken(1)) != nil
                let isTicketKept = try await storage.ticket(StorageFixture.digest(1)) != nil
                let isSessionKept = try await storage.session(SessionID("session")) != nil
                let events = try await storage.events(of: AccountID("account"), in: sample.one, limit: 1)
                let isTombstoneKept = try await storage.hasTombstone(StorageFixture.digest(1))
                let kept = [isTokenKept, isTicketKept, isSessionKept, !events.isEmpty, isTombstoneKept]
                try expect(kept, is: [false, false, step < 1, step < 2, step < 3], "what is kept after step \(step)")
            }
        },
        StorageConformanceCase("a purge removes at most its limit of each kind and reports whether more are left") {
            storage, sample in
            try await storage.add(sample.account())
            for number in 1...5 {
                try await storage.add(
                    sample.usedToken(number, expires: 1), sample.session("\(number)", idle: 1),
                    sample.event("\(number)", at: 1))
            }
            for (left, isMore) in [(3, true), (1, true), (0, false), (0, false)] {
                try expect(try await storage.purge(before: 100, limit: 2), is: isMore, "more to purge, \(left) left")
                let sessions = try await storage.sessions(of: AccountID("account"), in: sample.one)
                try expect(sessions.count, is: left, "sessions left")
                let events = try await storage.events(of: AccountID("account"), in: sample.one, limit: 10)
                try expect(events.count, is: left, "events left")
                var tokens = 0
                for number in 1...5 where try await storage.found(sample.usedToken(number, expires: 1)) != nil {
                    tokens += 1
                }
                try expect(tokens, is: left, "used tokens left")
            }
        },
        StorageConformanceCase("a purge of exactly its limit reports that no more rows are left") { storage, sample in
            try await storage.add(sample.ticket(1, expires: 1), sample.ticket(2, expires: 1))
            try expect(try await storage.purge(before: 100, limit: 2), is: false, "whether more rows are left")
        },
        StorageConformanceCase("a refreshed session is purged by its new idle limit") { storage, sample in
            let day = 86_400.0
            try await storage.add(sample.account(), sample.session(idle: 1, absolute: 100 * day))
            var refreshed = sample.session(idle: 1, absolute: 100 * day)
            refreshed.idleExpiresAt = StorageFixture.time(10 * day)
            try await storage.update(refreshed)
            _ = try await storage.purge(before: 10 * day)
            try expect(try await storage.session(refreshed.id), is: refreshed, "before its limit")
            _ = try await storage.purge(before: 10 * day + 1)
            try expect(try await storage.session(refreshed.id), is: nil, "past its limit")
        },
    ]
}

extension Storage {
    func purge(before seconds: Double, limit: Int = 100) async throws(StorageError) -> Bool {
        let time = StorageFixture.time(seconds)
        return try await write { transaction throws(StorageError) in
            try transaction.purge(
                PurgeCutoffs(expiredBefore: time, sessionsBefore: time, eventsBefore: time, tombstonesBefore: time),
                limit: limit)
        }
    }
}
