import SesameAccounts
import SesameCore

extension StorageConformance {
    static let mergeCases: [StorageConformanceCase] = [
        StorageConformanceCase("only the last merge of an account is stored, separately for each app") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"), sample.account(in: sample.two))
            try expect(try await storage.mergeRecord(of: "account", in: sample.one), is: nil, "before")
            let theirs = sample.mergeRecord(in: sample.two, sealed: [7])
            try await storage.add(sample.mergeRecord(), theirs)
            try expect(
                try await storage.mergeRecord(of: "account", in: sample.one), is: sample.mergeRecord(), "the merge")
            let next = sample.mergeRecord(sealed: [], expires: 700.001)
            try await storage.add(next)
            try expect(try await storage.mergeRecord(of: "account", in: sample.one), is: next, "the next merge")
            try expect(try await storage.mergeRecord(of: "account", in: sample.two), is: theirs, "the other app's")
            try expect(try await storage.mergeRecord(of: "other", in: sample.one), is: nil, "another account's")
        },
        StorageConformanceCase("a merge without an account is rejected") { storage, sample in
            try await storage.expectConflict(adding: sample.mergeRecord(), what: "a merge without an account")
        },
        StorageConformanceCase("a merge is removed on its own, with its account, and after it has expired") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"), sample.account("third"))
            try await storage.add(
                sample.mergeRecord(), sample.mergeRecord(of: "other"), sample.mergeRecord(of: "third", expires: 99.999))
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteMergeRecord(of: AccountID("account"), in: sample.one)
                try transaction.deleteMergeRecord(of: AccountID("account"), in: sample.two)
            }
            try expect(try await storage.mergeRecord(of: "account", in: sample.one), is: nil, "the removed one")
            _ = try await storage.purge(before: 100)
            try expect(try await storage.mergeRecord(of: "third", in: sample.one), is: nil, "the expired one")
            try expect(try await storage.mergeRecord(of: "other", in: sample.one) != nil, "another one is gone")
            try await storage.delete(AccountID("other"), in: sample.one)
            try await storage.add(sample.account("other"))
            try expect(try await storage.mergeRecord(of: "other", in: sample.one), is: nil, "the deleted account's")
        },
        StorageConformanceCase("one identity moves to another account, with its provider tokens") {
            storage, sample in
            let other = AccountID("other")
            try await storage.add(
                sample.account(), sample.account("other"), sample.identity(), sample.identity("2", provider: .apple),
                sample.providerToken("2"))
            try await storage.write { transaction throws(StorageError) in
                try transaction.move(sample.identity("2", provider: .apple), to: other)
            }
            let moved = sample.identity("2", of: "other", provider: .apple)
            try expect(try await storage.identities(of: other, in: sample.one), is: [moved], "the moved identity")
            try expect(
                try await storage.identities(of: AccountID("account"), in: sample.one), is: [sample.identity()],
                "the one that stayed")
            try expect(
                try await storage.providerTokens(of: other, in: sample.one), is: [sample.providerToken("2")],
                "its provider token")
        },
        StorageConformanceCase("one session moves to another account, with its devices") { storage, sample in
            let other = AccountID("other")
            try await storage.add(
                sample.account(), sample.account("other"), sample.session(), sample.session("2"),
                sample.device(1, session: "2"))
            try await storage.write { transaction throws(StorageError) in
                try transaction.move(SessionID("2"), to: other, in: sample.one)
                try transaction.move(SessionID("session"), to: other, in: sample.two)
                try transaction.move(SessionID("nobody's"), to: other, in: sample.one)
            }
            try expect(
                try await storage.sessions(of: other, in: sample.one), is: [sample.session("2", of: "other")],
                "the moved session")
            try expect(
                try await storage.sessions(of: AccountID("account"), in: sample.one), is: [sample.session()],
                "the one that stayed")
            let devices = try await storage.read { reader throws(StorageError) in
                try reader.devices(of: other, in: sample.one)
            }
            try expect(devices.map(\.digest), is: [StorageFixture.digest(1)], "its device")
        },
        StorageConformanceCase("no identity or session moves to an account that does not exist") { storage, sample in
            try await storage.add(sample.account(), sample.identity(), sample.session())
            try await storage.expectConflict(
                adding: Gift(identity: sample.identity()), what: "an identity for an unknown account")
            try await storage.expectConflict(
                adding: Gift(session: sample.session()), what: "a session for an unknown account")
        },
        StorageConformanceCase("removing a tombstone removes no other") { storage, sample in
            try await storage.write { transaction throws(StorageError) in
                try transaction.insert(sample.tombstone(1, cause: .merged))
                try transaction.insert(sample.tombstone(2))
                try transaction.deleteTombstone(StorageFixture.digest(1))
            }
            try expect(
                try await storage.hasTombstone(StorageFixture.digest(1)), is: false, "the removed one")
            try expect(try await storage.hasTombstone(StorageFixture.digest(2)), is: true, "the other one")
        },
    ]
}

/// A pseudo row: inserting it moves an identity or a session to an account that does not exist.
private struct Gift: Storable {
    var identity: Identity?
    var session: Session?

    func insert(into transaction: any StorageTransaction) throws(StorageError) {
        let nobody = AccountID("nobody")
        if let identity { try transaction.move(identity, to: nobody) }
        if let session { try transaction.move(session.id, to: nobody, in: session.app) }
    }
}

extension Storage {
    fileprivate func mergeRecord(of account: String, in app: AppID) async throws(StorageError) -> MergeRecord? {
        try await read { reader throws(StorageError) in try reader.mergeRecord(of: AccountID(account), in: app) }
    }
}
