import SesameAccounts

extension StorageConformance {
    static let oneTimeValueCases: [StorageConformanceCase] = [
        StorageConformanceCase("a nonce can be used only once") { storage, sample in
            try await storage.add(sample.nonce(1), sample.nonce(2))
            try await storage.expectConflict(adding: sample.nonce(1), what: "the same nonce")
            try await storage.add(sample.nonce(3))
            for (number, isSpent) in [(1, true), (3, true), (4, false)] {
                let nonce = sample.nonce(number)
                let found = try await storage.read { reader throws(StorageError) in try reader.isSpent(nonce) }
                try expect(found, is: isSpent, "whether nonce \(number) is spent")
            }
        },
        StorageConformanceCase("a used token keeps every field and belongs to its own app") { storage, sample in
            let ours = sample.usedToken(1)
            let theirs = sample.usedToken(1, session: "theirs", in: sample.two, expires: 7.001)
            try await storage.add(ours, theirs)
            try expect(try await storage.found(ours), is: ours, "our token")
            try expect(try await storage.found(theirs), is: theirs, "their token")
            try expect(try await storage.found(sample.usedToken(2)), is: nil, "an unknown one")
            try expect(try await storage.found(sample.usedToken(1, expires: 7)), is: nil, "a token with another expiry")
        },
        StorageConformanceCase("a token can be used only once in an app") { storage, sample in
            try await storage.add(sample.usedToken(1))
            try await storage.expectConflict(adding: sample.usedToken(1, session: "2"), what: "the same digest")
            try expect(try await storage.found(sample.usedToken(1)), is: sample.usedToken(1), "the token")
        },
        StorageConformanceCase("a ticket keeps every field until it is deleted") { storage, sample in
            let full = RegistrationTicket(
                digest: StorageFixture.digest(1), app: sample.two, provider: .apple, subject: StorageFixture.oddText,
                claims: StorageFixture.fullClaims,
                token: sample.providerToken(StorageFixture.oddText, in: sample.two, client: "", sealed: []),
                expiresAt: StorageFixture.time(0.001))
            let bare = sample.ticket(2)
            try await storage.add(full, bare)
            try expect(try await storage.ticket(full.digest), is: full, "the full ticket")
            try expect(try await storage.ticket(bare.digest), is: bare, "the bare ticket")
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteTicket(full.digest)
                try transaction.deleteTicket(StorageFixture.digest(3))
            }
            try expect(try await storage.ticket(full.digest), is: nil, "the deleted ticket")
            try expect(try await storage.ticket(bare.digest), is: bare, "the other ticket")
        },
        StorageConformanceCase("a ticket's digest is unique") { storage, sample in
            try await storage.add(sample.ticket(1))
            try await storage.expectConflict(adding: sample.ticket(1, subject: "2"), what: "the same digest")
        },
        StorageConformanceCase("a digest can have any length and any bytes") { storage, sample in
            let digests: [[UInt8]] = [[], [0], [0, 0], [0xFF], Array("text".utf8), Array(repeating: 0, count: 5_000)]
            for digest in digests {
                try await storage.add(UsedNonce(digest: digest, expiresAt: StorageFixture.time(0)))
            }
            for digest in digests {
                let again = UsedNonce(digest: digest, expiresAt: StorageFixture.time(0))
                try await storage.expectConflict(adding: again, what: "the same digest of \(digest.count) bytes")
            }
        },
    ]
}

extension Storage {
    /// Returns the stored token with the same key and app; nil if there is none.
    func found(_ token: UsedToken) async throws(StorageError) -> UsedToken? {
        try await read { reader throws(StorageError) in try reader.usedToken(token.key, in: token.app) }
    }

    func ticket(_ digest: [UInt8]) async throws(StorageError) -> RegistrationTicket? {
        try await read { reader throws(StorageError) in try reader.ticket(digest) }
    }
}
