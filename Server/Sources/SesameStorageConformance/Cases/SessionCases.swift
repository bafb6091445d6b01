import Foundation
import SesameAccounts

extension StorageConformance {
    static let sessionCases: [StorageConformanceCase] = [
        StorageConformanceCase("an account's last sign-in is the start of its newest session, even a purged one") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"), sample.account(in: sample.two))
            try expect(
                try await storage.lastSignIn("account", in: sample.one), is: StorageFixture.time(1), "without a session"
            )
            try await storage.add(sample.session("old", at: 0.5))
            try expect(
                try await storage.lastSignIn("account", in: sample.one), is: StorageFixture.time(1),
                "with an older session")
            try await storage.add(sample.session("2", at: 9.001))
            try await storage.add(sample.session("1", at: 5))
            try expect(
                try await storage.lastSignIn("account", in: sample.one), is: StorageFixture.time(9.001),
                "with newer sessions, the newest of them stored first")
            _ = try await storage.purge(before: 1_000)
            try expect(try await storage.session(SessionID("2")), is: nil, "the newest session")
            try expect(
                try await storage.lastSignIn("account", in: sample.one), is: StorageFixture.time(9.001),
                "after the purge")
            for (id, app) in [("other", sample.one), ("account", sample.two)] {
                try expect(try await storage.lastSignIn(id, in: app), is: StorageFixture.time(1), "another account")
            }
        },
        StorageConformanceCase("a session keeps every field") { storage, sample in
            let methods =
                [AuthenticationMethod.apple, .google] + AuthenticationMethod.own + [AuthenticationMethod(sample.third)]
            let reasons: [Session.EndReason?] = [nil, .signedOut, .reuse, .revoked, .provider]
            try await storage.add(sample.account())
            for method in methods {
                for (number, reason) in reasons.enumerated() {
                    let session = Session(
                        id: SessionID("\(method.rawValue) \(number)"), app: sample.one, account: AccountID("account"),
                        method: method, createdAt: StorageFixture.time(1), authTime: StorageFixture.time(2),
                        refreshedAt: StorageFixture.time(3.001),
                        rotatedAt: reason == nil ? nil : StorageFixture.time(2.999), generation: .max,
                        acknowledgedGeneration: .max - 1,
                        expiresAt: StorageFixture.time(4e8), idleExpiresAt: StorageFixture.time(5),
                        ending: reason.map { Session.Termination(at: StorageFixture.time(6), reason: $0) })
                    try await storage.add(session)
                    try expect(try await storage.session(session.id), is: session, "the session")
                }
            }
        },
        StorageConformanceCase("an unknown session is nil") { storage, sample in
            try await storage.add(sample.account(), sample.session())
            try expect(try await storage.session(SessionID("Session")), is: nil, "the session")
            try expect(try await storage.sessionState(SessionID("Session")), is: nil, "its state")
        },
        StorageConformanceCase("a session's id is unique across all apps") { storage, sample in
            try await storage.add(sample.account(), sample.account(in: sample.two), sample.session())
            try await storage.expectConflict(adding: sample.session(at: 5), what: "the same id")
            try await storage.expectConflict(adding: sample.session(in: sample.two), what: "in another app")
            try expect(try await storage.session(SessionID("session")), is: sample.session(), "the session")
        },
        StorageConformanceCase("a session without an account is rejected") { storage, sample in
            try await storage.add(sample.account())
            try await storage.expectConflict(adding: sample.session(of: "nobody"), what: "no account")
            try await storage.expectConflict(adding: sample.session(in: sample.two), what: "another app's account")
        },
        StorageConformanceCase("an update changes only the mutable fields of a session") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"))
            try await storage.add(sample.session(), sample.session("bystander"))
            let update = Session(
                id: SessionID("session"), app: sample.two, account: AccountID("other"), method: .apple,
                createdAt: StorageFixture.time(90), authTime: StorageFixture.time(91),
                refreshedAt: StorageFixture.time(92), rotatedAt: StorageFixture.time(92), generation: 7,
                acknowledgedGeneration: 6, expiresAt: StorageFixture.time(93), idleExpiresAt: StorageFixture.time(94),
                ending: Session.Termination(at: StorageFixture.time(95), reason: .reuse))
            try await storage.update(update)
            var expected = sample.session()
            expected.authTime = StorageFixture.time(91)
            expected.refreshedAt = StorageFixture.time(92)
            expected.rotatedAt = StorageFixture.time(92)
            expected.generation = 7
            expected.acknowledgedGeneration = 6
            expected.idleExpiresAt = StorageFixture.time(94)
            expected.termination = Session.Termination(at: StorageFixture.time(95), reason: .reuse)
            try expect(try await storage.session(SessionID("session")), is: expected, "the session")
            let bystander = try await storage.session(SessionID("bystander"))
            try expect(bystander, is: sample.session("bystander"), "another session")
        },
        StorageConformanceCase("an update of an unknown session creates none") { storage, sample in
            try await storage.add(sample.account())
            try await storage.update(sample.session())
            try expect(try await storage.session(SessionID("session")), is: nil, "the session")
        },
        StorageConformanceCase("the last end of an account's sessions is kept until it is removed") { storage, sample in
            try await storage.add(
                sample.account(), sample.account(in: sample.two), sample.session(), sample.session("second", at: 50),
                sample.session("theirs", in: sample.two))
            func end(_ session: Session, _ seconds: Double) async throws {
                var ended = session
                ended.termination = Session.Termination(at: StorageFixture.time(seconds), reason: .revoked)
                try await storage.update(ended)
            }
            func ending(_ seconds: Double, in app: AppID? = nil) -> SessionEnding {
                SessionEnding(
                    app: app ?? sample.one, account: AccountID("account"), at: StorageFixture.time(seconds))
            }
            try await storage.update(sample.session())
            try await end(sample.session("unknown"), 1)
            try expect(try await storage.sessionEndings(), is: [], "the endings before the first")
            try await end(sample.session(), 9)
            try expect(try await storage.sessionEndings(), is: [ending(9)], "the ending")
            // The clock was set back, and a session seems to have ended before it began.
            try await end(sample.session("second", at: 50), 3)
            try await end(sample.session(), 9)
            try await end(sample.session("theirs", in: sample.two), 4)
            let both = try await storage.sessionEndings()
            try expect(
                [sample.one, sample.two].map { app in both.filter { $0.app == app } },
                is: [[ending(50)], [ending(4, in: sample.two)]], "the endings")
            try expect(try await storage.sessionEndings(limit: 1).count, is: 1, "the limited endings")
            try await storage.delete(ending(49))
            try expect(try await storage.sessionEndings().count, is: 2, "the endings after an earlier one was removed")
            try await storage.delete(ending(50))
            try expect(try await storage.sessionEndings(), is: [ending(4, in: sample.two)], "the remaining ending")
            try await storage.write { transaction throws(StorageError) in
                try transaction.delete(AccountID("account"), in: sample.two)
            }
            try expect(
                try await storage.sessionEndings(), is: [ending(4, in: sample.two)], "the ending of a removed account")
            try await storage.delete(ending(4, in: sample.two))
            for (time, endings) in [(3, []), (4, [ending(50)])] as [(Double, [SessionEnding])] {
                try await storage.write { transaction throws(StorageError) in
                    try transaction.noteAllEndings(before: StorageFixture.time(time))
                }
                try expect(try await storage.sessionEndings(), is: endings, "the endings of ended sessions again")
            }
        },
        StorageConformanceCase("the position in the deletion journal is stored") { storage, _ in
            let stored: () async throws -> JournalPosition? = {
                try await storage.read { reader throws(StorageError) in try reader.journalPosition() }
            }
            try expect(try await stored(), is: nil, "the first position")
            for position in [JournalPosition(journal: [1], number: 7), JournalPosition(journal: [2], number: 0)] {
                try await storage.write { transaction throws(StorageError) in
                    try transaction.setJournalPosition(position)
                }
                try expect(try await stored(), is: position, "the position")
            }
        },
        StorageConformanceCase("a session's state has the time when its own account was disabled") { storage, sample in
            try await storage.add(
                sample.account(), sample.account("other"), sample.account(in: sample.two), sample.session(),
                sample.session("other", of: "other"), sample.session("theirs", in: sample.two))
            var disabled = sample.account()
            disabled.disabledAt = StorageFixture.time(7)
            try await storage.update(disabled)
            let expected: [(Session, disabled: Bool)] = [
                (sample.session(), true), (sample.session("other", of: "other"), false),
                (sample.session("theirs", in: sample.two), false),
            ]
            for (session, isDisabled) in expected {
                let state = SessionState(session: session, disabledAt: isDisabled ? StorageFixture.time(7) : nil)
                try expect(try await storage.sessionState(session.id), is: state, "the state")
            }
        },
        StorageConformanceCase("an account's live and ended sessions are listed newest first") { storage, sample in
            var ended = sample.session("ended", at: 20)
            ended.termination = Session.Termination(at: StorageFixture.time(21), reason: .signedOut)
            let (oldest, newest) = (sample.session("oldest", at: 10), sample.session("newest", at: 30))
            try await storage.add(sample.account(), sample.account("other"), sample.account(in: sample.two))
            let twin = sample.session("newer of one time", at: 30)
            try await storage.add(newest)
            try await storage.add(ended, twin, oldest)
            try await storage.add(sample.session("a", of: "other"), sample.session("b", in: sample.two))
            let read = try await storage.sessions(of: AccountID("account"), in: sample.one)
            try expect(read, is: [newest, twin, ended, oldest], "the sessions, by id if they began at the same time")
            let count = try await storage.read { reader throws(StorageError) in
                try reader.sessionCount(of: AccountID("account"), in: sample.one)
            }
            try expect(count, is: 4, "their number")
        },
    ]
}

extension Storage {
    func session(_ id: SessionID) async throws(StorageError) -> Session? {
        try await read { reader throws(StorageError) in try reader.session(id) }
    }

    func sessionState(_ id: SessionID) async throws(StorageError) -> SessionState? {
        try await read { reader throws(StorageError) in try reader.sessionState(id) }
    }

    func sessions(of account: AccountID, in app: AppID) async throws(StorageError) -> [Session] {
        try await read { reader throws(StorageError) in try reader.sessions(of: account, in: app) }
    }

    func update(_ session: Session) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.update(session) }
    }
}

extension Storage {
    fileprivate func sessionEndings(limit: Int = 100) async throws(StorageError) -> [SessionEnding] {
        try await read { reader throws(StorageError) in try reader.sessionEndings(limit: limit) }
    }

    fileprivate func delete(_ ending: SessionEnding) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.delete(ending) }
    }

    fileprivate func lastSignIn(_ id: String, in app: AppID) async throws(StorageError) -> Date? {
        try await account(AccountID(id), in: app)?.lastSignInAt
    }
}
