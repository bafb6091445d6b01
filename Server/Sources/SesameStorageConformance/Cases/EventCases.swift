import SesameAccounts
import SesameTokens

extension StorageConformance {
    static let eventCases: [StorageConformanceCase] = [
        StorageConformanceCase("an event keeps every field") { storage, sample in
            let kinds: [SecurityEvent.Kind] = [
                .accountCreated, .signedIn, .confirmed, .signedOut, .refreshReuseDetected, .accountDeleted,
                .consentRevoked, .providerAccountDeleted, .providerSessionsRevoked, .providerAccountDisabled,
                .providerAccountEnabled, .credentialChangeRequired, .emailForwardingStopped, .emailForwardingResumed,
            ]
            let events = kinds.enumerated().map { number, kind in
                sample.event(
                    StorageFixture.oddText, kind: kind, session: number.isMultiple(of: 2) ? "session" : nil,
                    at: Double(number) + 0.001)
            }
            try await storage.add(events)
            let read = try await storage.events(of: AccountID("account"), in: sample.one, limit: 20)
            try expect(read, is: events.reversed(), "the events")
        },
        StorageConformanceCase("an account's own events are listed, last added first, up to the limit") {
            storage, sample in
            let events = (0..<5).map { sample.event("\($0)") }
            try await storage.add(events)
            try await storage.add(sample.event("other", of: "other"), sample.event("theirs", in: sample.two))
            for (limit, expected) in [(10, 5), (5, 5), (2, 2), (1, 1), (0, 0)] {
                let read = try await storage.events(of: AccountID("account"), in: sample.one, limit: limit)
                try expect(read, is: Array(events.reversed().prefix(expected)), "at most \(limit) events")
            }
        },
    ]

    static let signingKeyCases: [StorageConformanceCase] = [
        StorageConformanceCase("a signing key keeps every field, and the newest is listed first") { storage, _ in
            try expect(try await storage.signingKeys(), is: [], "the keys of an empty storage")
            let old = SealedSigningKey(
                id: StorageFixture.oddText, sealed: [], publishedAt: StorageFixture.time(9),
                signsFrom: StorageFixture.time(1))
            let middle = SealedSigningKey(
                id: "m", algorithm: .rs256, sealed: Array(0...255), publishedAt: StorageFixture.time(1),
                signsFrom: StorageFixture.time(2.001))
            let new = SealedSigningKey(
                id: "a", sealed: [0, 0], publishedAt: StorageFixture.time(2), signsFrom: StorageFixture.time(3))
            try await storage.add(middle, new, old)
            try expect(try await storage.signingKeys(), is: [new, middle, old], "the keys")
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteSigningKey("m")
                try transaction.deleteSigningKey("unknown")
            }
            try expect(try await storage.signingKeys(), is: [new, old], "the remaining keys")
        },
        StorageConformanceCase("a signing key's id is unique") { storage, _ in
            let key = SealedSigningKey(
                id: "a", sealed: [1], publishedAt: StorageFixture.time(1), signsFrom: StorageFixture.time(1))
            try await storage.add(key)
            let same = SealedSigningKey(
                id: "a", sealed: [2], publishedAt: StorageFixture.time(2), signsFrom: StorageFixture.time(2))
            try await storage.expectConflict(adding: same, what: "the same id")
            try expect(try await storage.signingKeys(), is: [key], "the keys")
        },
    ]
}

extension Storage {
    func events(
        of account: AccountID, in app: AppID, limit: Int
    ) async throws(StorageError) -> [SecurityEvent] {
        try await read { reader throws(StorageError) in try reader.events(of: account, in: app, limit: limit) }
    }

    func signingKeys() async throws(StorageError) -> [SealedSigningKey] {
        try await read { reader throws(StorageError) in try reader.signingKeys() }
    }
}
