import SesameAccounts

extension StorageConformance {
    static let pseudonymCases: [StorageConformanceCase] = [
        StorageConformanceCase("an identity renamed to another subject keeps all its fields and provider tokens") {
            storage, sample in
            let full = sample.identity(
                provider: .apple, claims: StorageFixture.fullClaims, joiningBy: StorageFixture.oddText, at: 0.001,
                status: StorageFixture.fullStanding)
            let bystanders = [
                sample.identity("other", provider: .apple), sample.identity(),
                sample.identity(in: sample.two, provider: .apple),
            ]
            try await storage.add(sample.account(), sample.account(in: sample.two))
            try await storage.add([full] + bystanders)
            try await storage.add(sample.providerToken(), sample.providerToken("other", sealed: [2]))
            try await storage.rename(full, to: StorageFixture.oddText)
            let renamed = try await storage.identity(.apple, StorageFixture.oddText, in: sample.one)
            let expected = sample.identity(
                StorageFixture.oddText, provider: .apple, claims: StorageFixture.fullClaims,
                joiningBy: StorageFixture.oddText, at: 0.001,
                status: StorageFixture.fullStanding)
            try expect(renamed, is: expected, "the identity")
            let former = try await storage.identity(.apple, "subject", in: sample.one)
            try expect(former, is: nil, "the former subject")
            for bystander in bystanders {
                let read = try await storage.identity(bystander.provider, bystander.subject, in: bystander.app)
                try expect(read, is: bystander, "another identity")
            }
            let tokens = try await storage.providerTokens(of: AccountID("account"), in: sample.one)
            let moved = sample.providerToken(StorageFixture.oddText)
            try expect(tokens.count, is: 2, "the number of tokens")
            try expect(tokens.contains(moved), "the token was not moved to the new subject")
        },
        StorageConformanceCase("an identity cannot be renamed to a subject that is taken") { storage, sample in
            try await storage.add(sample.account(), sample.identity(), sample.identity("2"))
            var refusal: StorageError?
            do throws(StorageError) { try await storage.rename(sample.identity(), to: "2") } catch { refusal = error }
            try expect(refusal, is: .conflict, "a taken subject")
            let kept = try await storage.identity(.google, "subject", in: sample.one)
            try expect(kept, is: sample.identity(), "the identity")
        },
        StorageConformanceCase("an app's subject is found in that app only") { storage, sample in
            try await storage.add(sample.account(), sample.identity(StorageFixture.oddText))
            let ours = try await storage.read { reader throws(StorageError) in try reader.subject(in: sample.one) }
            try expect(ours, is: StorageFixture.oddText, "the subject")
            let theirs = try await storage.read { reader throws(StorageError) in try reader.subject(in: sample.two) }
            try expect(theirs, is: nil, "another app's subject")
        },
        StorageConformanceCase("a version of the pseudonym key is recorded only once") { storage, _ in
            try await storage.note(1, [0, 1, 0xFF])
            try await storage.note(2, [])
            var refusal: StorageError?
            do throws(StorageError) { try await storage.note(1, [2]) } catch { refusal = error }
            try expect(refusal, is: .conflict, "a recorded version")
            for (version, code) in [(1, [0, 1, 0xFF]), (2, []), (3, nil)] as [(Int, [UInt8]?)] {
                let read = try await storage.read { reader throws(StorageError) in
                    try reader.pseudonymKeyCode(version)
                }
                try expect(read, is: code, "the code of version \(version)")
            }
        },
    ]
}

extension Storage {
    fileprivate func rename(_ identity: Identity, to subject: String) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.rename(identity, to: subject) }
    }

    fileprivate func note(_ version: Int, _ code: [UInt8]) async throws(StorageError) {
        try await write { transaction throws(StorageError) in
            try transaction.insertPseudonymKey(version: version, code: code)
        }
    }
}
