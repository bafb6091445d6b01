import Foundation
import SesameAccounts

extension StorageConformance {
    static let concurrencyCases: [StorageConformanceCase] = [
        StorageConformanceCase("writes run one after another, so no increment is lost") { storage, sample in
            let id = SessionID("session")
            try await storage.add(sample.account(), sample.session())
            try await concurrently(100) { _ in
                try await storage.write { transaction throws(StorageError) in
                    guard var session = try transaction.session(id) else { throw .corrupt("no session") }
                    session.generation += 1
                    try transaction.update(session)
                }
            }
            try expect(try await storage.session(id)?.generation, is: 100, "the generation")
        },
        StorageConformanceCase("a hundred concurrent first sign-ins of one identity create one account") {
            storage, sample in
            let accounts = try await concurrently(100) { number in
                let (account, identity) = (sample.account("\(number)"), sample.identity(of: "\(number)"))
                return try await storage.write { transaction throws(StorageError) -> AccountID in
                    let known = try transaction.identity(.google, subject: "subject", in: account.app)
                    if let known { return known.account }
                    try transaction.insert(account)
                    try transaction.insert(identity)
                    return account.id
                }
            }
            try expect(Set(accounts).count, is: 1, "the number of returned accounts")
            var stored = 0
            for number in 0..<100 {
                if try await storage.account(AccountID("\(number)"), in: sample.one) != nil { stored += 1 }
            }
            try expect(stored, is: 1, "the number of stored accounts")
        },
        StorageConformanceCase("only one of many concurrent writes spends a nonce") { storage, sample in
            let nonce = sample.nonce(1)
            let spent = try await concurrently(50) { _ in try await storage.isSpending(nonce) }
            try expect(spent.count { $0 }, is: 1, "the number of writes that spent the nonce")
        },
        StorageConformanceCase("a write that throws does not undo the writes beside it") { storage, sample in
            try await storage.add(sample.account("taken"))
            let wasKept = try await concurrently(90) { number in
                let account = sample.account("\(number)")
                do throws(StorageError) {
                    try await storage.write { transaction throws(StorageError) in
                        try transaction.insert(account)
                        if number % 3 == 1 { throw .corrupt("chosen") }
                        if number % 3 == 2 { try transaction.insert(sample.account("taken")) }
                    }
                    return number % 3 == 0
                } catch .conflict {
                    return number % 3 == 2
                } catch {
                    return number % 3 == 1 && error == .corrupt("chosen")
                }
            }
            try expect(wasKept.allSatisfy { $0 }, "a write received another write's outcome")
            for number in 0..<90 {
                let account = try await storage.account(AccountID("\(number)"), in: sample.one)
                try expect(account != nil, is: number % 3 == 0, "whether account \(number) is stored")
            }
        },
        StorageConformanceCase("a read sees only committed changes") { storage, sample in
            let account = sample.account()
            let (entered, hasEntered) = AsyncStream.makeStream(of: Void.self)
            let mayLeave = DispatchSemaphore(value: 0)
            async let hasWaited = storage.write { transaction throws(StorageError) -> Bool in
                try transaction.insert(account)
                hasEntered.finish()
                return mayLeave.wait(timeout: .now() + 0.5) == .success
            }
            for await _ in entered {}
            let during = try await storage.account(account.id, in: sample.one)
            mayLeave.signal()
            // In an engine whose reads wait for its writes, the read returns after the commit. This is allowed.
            if try await hasWaited { try expect(during, is: nil, "the account during the write") }
            try expect(
                try await storage.account(account.id, in: sample.one), is: account, "the account after the write")
        },
        StorageConformanceCase("a read sees one consistent state during concurrent writes") { storage, sample in
            let (left, right) = (sample.account("left"), sample.account("right"))
            try await storage.add(left, right)
            try await concurrently(100) { number in
                if number.isMultiple(of: 2) {
                    var (left, right) = (left, right)
                    left.lastSignInAt = StorageFixture.time(Double(number))
                    right.lastSignInAt = StorageFixture.time(Double(number))
                    let changed = [left, right]
                    try await storage.write { transaction throws(StorageError) in
                        for account in changed { try transaction.update(account) }
                    }
                } else {
                    let seen = try await storage.read { reader throws(StorageError) in
                        [try reader.account(left.id, in: left.app), try reader.account(right.id, in: left.app)]
                    }
                    try expect(seen[0]?.lastSignInAt, is: seen[1]?.lastSignInAt, "both halves of one change")
                }
            }
        },
        StorageConformanceCase("a completed write is visible to every later read") { storage, sample in
            try await concurrently(50) { number in
                let account = sample.account("\(number)")
                try await storage.add(account)
                let read = try await storage.account(account.id, in: sample.one)
                try expect(read, is: account, "the account")
            }
        },
    ]

    /// Runs the body concurrently, the given number of times, and returns the results in order of completion.
    @discardableResult
    private static func concurrently<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for number in 0..<count { group.addTask { try await body(number) } }
            var values: [Value] = []
            for try await value in group { values.append(value) }
            return values
        }
    }
}

extension Storage {
    /// Spends a nonce, and returns true; false if the nonce was already spent.
    func isSpending(_ nonce: UsedNonce) async throws(StorageError) -> Bool {
        do throws(StorageError) {
            try await add(nonce)
            return true
        } catch .conflict {
            return false
        } catch {
            throw error
        }
    }
}
