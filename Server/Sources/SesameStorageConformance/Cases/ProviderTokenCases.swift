import SesameAccounts

extension StorageConformance {
    static let providerTokenCases: [StorageConformanceCase] = [
        StorageConformanceCase("a provider token keeps every field and belongs to one account") { storage, sample in
            let ours = [
                sample.providerToken(client: "a", sealed: []), sample.providerToken(client: "b", sealed: [0, 0, 0xFF]),
                sample.providerToken(
                    StorageFixture.oddText, client: StorageFixture.oddText, sealed: Array(repeating: 0xA5, count: 5_000)
                ),
                sample.providerToken(provider: .google),
            ]
            let theirs = sample.providerToken(in: sample.two, sealed: [2])
            let others = sample.providerToken("other", sealed: [3])
            try await storage.add(sample.account(), sample.account("other"), sample.account(in: sample.two))
            try await storage.add(
                sample.identity(provider: .apple), sample.identity(StorageFixture.oddText, provider: .apple),
                sample.identity(), sample.identity("other", of: "other", provider: .apple),
                sample.identity(in: sample.two, provider: .apple))
            try await storage.add(ours + [theirs, others])
            let read = try await storage.providerTokens(of: AccountID("account"), in: sample.one)
            try expect(read.count, is: ours.count, "the number of tokens")
            for token in ours { try expect(read.contains(token), "a token is missing or changed") }
            for (account, app, token) in [("account", sample.two, theirs), ("other", sample.one, others)] {
                let read = try await storage.providerTokens(of: AccountID(account), in: app)
                try expect(read, is: [token], "the tokens of \(account) in \(app)")
            }
            let nobodys = try await storage.providerTokens(of: AccountID("other"), in: sample.two)
            try expect(nobodys, is: [], "the tokens of an unknown account")
        },
        StorageConformanceCase("provider tokens are sorted by provider, subject and client") { storage, sample in
            try await storage.add(
                sample.account(), sample.identity("b", provider: .apple), sample.identity("a", provider: .apple),
                sample.identity("0"))
            let ordered = [
                sample.providerToken("a", client: "2"), sample.providerToken("b", client: "1"),
                sample.providerToken("b", client: "3"), sample.providerToken("0", provider: .google),
            ]
            try await storage.add(ordered.reversed())
            let read = try await storage.providerTokens(of: AccountID("account"), in: sample.one)
            try expect(read, is: ordered, "the tokens")
        },
        StorageConformanceCase("a provider token replaces only the token of the same client") {
            storage, sample in
            try await storage.add(sample.account(), sample.identity(provider: .apple))
            let other = sample.providerToken(client: "other", sealed: [2])
            try await storage.add(sample.providerToken(sealed: [1]), other, sample.providerToken(sealed: [3]))
            let read = try await storage.providerTokens(of: AccountID("account"), in: sample.one)
            try expect(read, is: [sample.providerToken(sealed: [3]), other], "the tokens")
        },
        StorageConformanceCase("a provider token without an identity is rejected") { storage, sample in
            try await storage.add(sample.account(), sample.identity(provider: .apple))
            try await storage.expectConflict(adding: sample.providerToken("nobody"), what: "another subject")
            try await storage.expectConflict(adding: sample.providerToken(provider: .google), what: "another provider")
            try await storage.expectConflict(adding: sample.providerToken(in: sample.two), what: "another app")
        },
        StorageConformanceCase("deleting an identity's provider tokens covers every client and keeps the identity") {
            storage, sample in
            try await storage.add(sample.account(), sample.account(in: sample.two))
            try await storage.add(
                sample.identity(provider: .apple), sample.identity("other", provider: .apple), sample.identity(),
                sample.identity(in: sample.two, provider: .apple))
            let kept = [sample.providerToken("other"), sample.providerToken(provider: .google)]
            let theirs = sample.providerToken(in: sample.two)
            try await storage.add(kept + [sample.providerToken(), sample.providerToken(client: "b"), theirs])
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteProviderTokens(of: sample.identity(provider: .apple))
            }
            let read = try await storage.providerTokens(of: AccountID("account"), in: sample.one)
            try expect(read, is: kept, "the tokens")
            let others = try await storage.providerTokens(of: AccountID("account"), in: sample.two)
            try expect(others, is: [theirs], "the tokens in the other app")
            let identity = try await storage.identity(.apple, "subject", in: sample.one)
            try expect(identity, is: sample.identity(provider: .apple), "the identity")
        },
        StorageConformanceCase("updating an identity's claims keeps its provider tokens") { storage, sample in
            try await storage.add(sample.account(), sample.identity(provider: .apple), sample.providerToken())
            try await storage.update(sample.identity(provider: .apple, claims: StorageFixture.fullClaims))
            let read = try await storage.providerTokens(of: AccountID("account"), in: sample.one)
            try expect(read, is: [sample.providerToken()], "the tokens")
        },
    ]
}

extension Storage {
    func providerTokens(
        of account: AccountID, in app: AppID
    ) async throws(StorageError) -> [SealedProviderToken] {
        try await read { reader throws(StorageError) in try reader.providerTokens(of: account, in: app) }
    }
}
