import SesameAccounts
import SesameCore

extension StorageConformance {
    static let transactionCases: [StorageConformanceCase] = [
        StorageConformanceCase("a write returns the value of its body") { storage, _ in
            let number = try await storage.write { _ throws(StorageError) in 42 }
            try expect(number, is: 42, "the value")
        },
        StorageConformanceCase("a change is visible to later reads in its transaction") { storage, sample in
            let (account, session) = (sample.account(), sample.session())
            let seen = try await storage.write { transaction throws(StorageError) -> Session? in
                try transaction.insert(account)
                try transaction.insertSession(session)
                var changed = session
                changed.generation = 5
                try transaction.update(changed)
                return try transaction.sessionState(session.id)?.session
            }
            var expected = session
            expected.generation = 5
            try expect(seen, is: expected, "the session within the transaction")
            try expect(try await storage.session(session.id), is: expected, "the session after the transaction")
        },
        StorageConformanceCase("a body that throws changes nothing, and its error is rethrown") { storage, sample in
            let errors: [StorageError] = [
                .conflict, .unavailable("chosen"), .corrupt("chosen"), .refused(AccountError(.notFound, "chosen")),
            ]
            try await storage.add(sample.account("before"))
            for error in errors {
                let (account, session) = (sample.account(), sample.session())
                do throws(StorageError) {
                    try await storage.write { transaction throws(StorageError) in
                        try transaction.insert(account)
                        try transaction.insertSession(session)
                        try transaction.delete(AccountID("before"), in: account.app)
                        throw error
                    }
                    throw StorageError.corrupt("it returned")
                } catch let caught {
                    try expect(caught, is: error, "the error")
                }
                try expect(try await storage.account(account.id, in: sample.one), is: nil, "the new account")
                try expect(try await storage.session(session.id), is: nil, "the new session")
                let before = try await storage.account(AccountID("before"), in: sample.one)
                try expect(before, is: sample.account("before"), "the earlier account")
            }
        },
        StorageConformanceCase("a rejected row leaves the rest of its transaction intact") { storage, sample in
            try await storage.add(sample.account(), sample.identity())
            let (other, taken) = (sample.account("other"), sample.identity(of: "other"))
            let wasRefused = try await storage.write { transaction throws(StorageError) -> Bool in
                try transaction.insert(other)
                do throws(StorageError) {
                    try transaction.insert(taken)
                    return false
                } catch .conflict {
                    return true
                }
            }
            try expect(wasRefused, "the taken identity was not rejected")
            try expect(try await storage.account(other.id, in: sample.one), is: other, "the account")
        },
        StorageConformanceCase("storage still works after reads that throw") { storage, sample in
            try await storage.add(sample.account())
            for _ in 1...20 {
                do throws(StorageError) {
                    try await storage.read { reader throws(StorageError) in
                        _ = try reader.account(AccountID("account"), in: sample.one)
                        throw StorageError.corrupt("chosen")
                    }
                } catch let caught {
                    try expect(caught, is: .corrupt("chosen"), "the error")
                }
            }
            try expect(try await storage.account(AccountID("account"), in: sample.one) != nil, "the account is gone")
        },
    ]
}
