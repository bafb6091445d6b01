import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of undoing merges: the result and the refusals.
struct MergeUndoTransactionTests {
    private let rig: MergeRig

    init() async throws { rig = try await MergeRig() }

    /// A merge of two accounts: their original rows, the survivor, the absorbed account, and the session after the
    /// merge.
    private struct Merged {
        let pair: MergeRig.Pair
        let stays: AccountID
        let goes: AccountID
        let session: Session
    }

    private func merged(
        _ mine: [Provider], _ theirs: [Provider], roles: (String?, String?) = (nil, nil), sessions: Int = 1,
        name: String = "1"
    ) async throws -> Merged? {
        let pair = try await rig.pair(name, mine, theirs, roles: roles, sessions: sessions)
        let outcome = try await rig.storage.engine.write { transaction throws(StorageError) in
            try pair.change.carryOut(.merge, pair.conflict, transaction)
        }
        guard case .done(_, let view, let session) = outcome else { return nil }
        let stays = view.account.id
        return Merged(
            pair: pair, stays: stays, goes: stays == pair.caller ? pair.owner : pair.caller, session: session)
    }

    private func undo(_ session: Session) async throws -> LinkResult {
        let caller = Caller(app: rig.app, session: session, checkedAt: rig.storage.clock.now)
        return try await rig.accounts.linking.undoMerge(of: caller, context: rig.context)
    }

    private func refusal(_ session: Session) async throws -> AuthError.Code? {
        do {
            _ = try await undo(session)
            return nil
        } catch let refusal as AccountError {
            return refusal.code
        }
    }

    private func begin(_ id: String, for account: AccountID, _ method: AuthenticationMethod) async throws -> Session {
        let session = Session(
            id: SessionID(id), app: rig.app.id, account: account, method: method, policy: rig.app.sessions,
            at: rig.storage.clock.now)
        try await change { transaction throws(StorageError) in try transaction.insertSession(session) }
        return session
    }

    private func change(_ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Void) async throws
    {
        try await rig.storage.engine.write(body)
    }

    @Test(arguments: [[], [.google], [.apple], [.google, .apple]] as [[Provider]])
    func `undoing a merge restores both accounts`(mine: [Provider]) async throws {
        var (number, undone) = (0, 0)
        for theirs in [[.google], [.apple], [.google, .apple]] as [[Provider]] {
            for roles in [(nil, nil), ("A", nil), (nil, "A"), ("A", "A"), ("A", "B")] as [(String?, String?)] {
                for sessions in 1...2 {
                    number += 1
                    let name = "\(number)"
                    guard let merged = try await merged(mine, theirs, roles: roles, sessions: sessions, name: name)
                    else { continue }
                    let result = try await undo(merged.session)
                    #expect(result.outcome == .undone && result.undoExpiresIn == nil)
                    let after = try await rig.rows(merged.pair.caller, merged.pair.owner)
                    check(merged, result, after)
                    #expect(try await !hasTombstone(of: merged.goes))
                    #expect(try await record(of: merged.stays) == nil)
                    undone += 1
                }
            }
        }
        // An account with both sign-in methods cannot absorb an account with one of them.
        #expect((undone > 5) == (mine.count < 2))
    }

    private func check(_ merged: Merged, _ result: LinkResult, _ after: MergeRig.Rows) {
        let before = merged.pair.rows
        #expect(after.accounts[merged.goes] == before.accounts[merged.goes])
        let (stayed, stays) = (before.accounts[merged.stays], after.accounts[merged.stays])
        #expect(stays?.profile.fields == stayed?.profile.fields && stays?.role == stayed?.role)
        #expect(stays?.profile.onboarding == stayed?.profile.onboarding)
        #expect(stays?.lastSignInAt == stayed?.lastSignInAt && stays?.allowsEmailLinking == stayed?.allowsEmailLinking)
        #expect(stays.map(\.profile.version) == stayed.map { $0.profile.version + 2 })
        #expect(after.identities == before.identities && after.tokens == before.tokens)
        for (id, session) in before.sessions {
            #expect(after.sessions[id]?.account == session.account)
            #expect((after.sessions[id]?.termination == nil) == (session.account == merged.stays))
        }
        let isGuest = merged.goes == merged.pair.caller
        #expect(result.view.account.id == (isGuest ? merged.goes : merged.stays))
        #expect(
            result.view.identities
                == before.identities.values.filter { $0.account == result.view.account.id }
                .sorted { $0.provider.rawValue < $1.provider.rawValue })
        #expect((result.session.id == merged.session.id) == !isGuest)
        #expect(after.sessions[result.session.id]?.account == result.view.account.id)
        if isGuest {
            #expect(after.sessions[merged.session.id]?.termination?.reason == .replaced)
            #expect(after.sessions[result.session.id]?.method == .anonymous)
        }
    }

    private func hasTombstone(of account: AccountID) async throws -> Bool {
        let digest = rig.accounts.sessions.tombstones.digest(of: account, in: rig.app.id)
        return try await rig.storage.engine.read { reader throws(StorageError) in try reader.hasTombstone(digest) }
    }

    private func record(of account: AccountID) async throws -> MergeRecord? {
        try await rig.storage.engine.read { [app = rig.app.id] reader throws(StorageError) in
            try reader.mergeRecord(of: account, in: app)
        }
    }

    @Test func `changes made since a merge stay with the surviving account`() async throws {
        let merged = try #require(try await merged([.google], [.apple], roles: (nil, "A")))
        let (id, app, now) = (merged.stays, rig.app.id, rig.storage.clock.now)
        try await change { transaction throws(StorageError) in
            guard var account = try transaction.account(id, in: app) else { return }
            account.profile.fields["\(merged.goes)"] = "changed"
            account.profile.fields["new"] = "new"
            account.profile.onboarding = .inProgress(step: "later")
            account.lastSignInAt = now.addingTimeInterval(9)
            try transaction.update(account)
        }
        let account = try await undo(merged.session).view.account
        #expect(account.profile.fields["\(merged.goes)"] == "changed" && account.profile.fields["new"] == "new")
        #expect(account.profile.onboarding == .inProgress(step: "later"))
        #expect(account.lastSignInAt == now.addingTimeInterval(9) && account.role == nil)
    }

    @Test func `a merge can be undone until the app's undo period ends`() async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        let end = rig.storage.clock.now.addingTimeInterval(rig.app.mergeUndoPeriod)
        #expect(try await record(of: merged.stays)?.expiresAt == end)
        rig.storage.clock.advance(by: rig.app.mergeUndoPeriod)
        var session = merged.session
        session.authTime = rig.storage.clock.now
        #expect(try await refusal(session) == .nothingToUndo)
        rig.storage.clock.advance(by: -0.001)
        session.authTime = rig.storage.clock.now
        #expect(try await refusal(session) == nil)
        #expect(try await refusal(session) == .nothingToUndo)
    }

    @Test func `an app can turn off undoing merges`() async throws {
        let rig = try await MergeRig(mergeUndoPeriod: 0)
        let pair = try await rig.pair("1", [.google], [.apple], roles: (nil, nil), sessions: 1)
        _ = try await rig.storage.engine.write { transaction throws(StorageError) in
            try pair.change.carryOut(.merge, pair.conflict, transaction)
        }
        let record = try await rig.storage.engine.read { [app = rig.app.id] reader throws(StorageError) in
            try reader.mergeRecord(of: pair.caller, in: app)
        }
        #expect(record == nil)
        #expect(
            try rig.accounts.linking.result(
                .done(.merged, pair.conflict.view, pair.conflict.session), for: pair.change.caller
            )
            .undoExpiresIn == nil)
    }

    @Test func `only the result of a merge states how long it can be undone`() async throws {
        let pair = try await rig.pair("1", [.google], [.apple], roles: (nil, nil), sessions: 1)
        for outcome in UpgradeOutcome.allCases {
            let result = try rig.accounts.linking.result(
                .done(outcome, pair.conflict.view, pair.conflict.session), for: pair.change.caller)
            #expect(result.undoExpiresIn == (outcome == .merged ? 86_400 : nil))
        }
    }

    @Test func `undoing a merge requires a recent sign-in`() async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        rig.storage.clock.advance(by: StepUp.window + 1)
        #expect(try await refusal(merged.session) == .reauthenticationRequired)
        #expect(try await record(of: merged.stays) != nil)
    }

    @Test func `a guest's merge can be undone only in the session that continued from the guest's`() async throws {
        let merged = try #require(try await merged([], [.apple]))
        let elsewhere = try await begin("elsewhere", for: merged.stays, .apple)
        #expect(try await refusal(elsewhere) == .nothingToUndo)
        #expect(try await end(elsewhere) == nil)
        #expect(try await end(merged.session) != nil)
        #expect(try await undo(merged.session).view.account.id == merged.goes)
    }

    private func end(_ session: Session) async throws -> Date? {
        try await rig.accounts.linking.undoEnd(
            of: Caller(app: rig.app, session: session, checkedAt: rig.storage.clock.now))
    }

    @Test(arguments: [Provider.google, .apple])
    func `a merge cannot be undone after one of its identities was replaced`(lost: Provider) async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        let (stays, app) = (merged.stays, rig.app.id)
        try await change { transaction throws(StorageError) in
            for identity in try transaction.identities(of: stays, in: app) where identity.provider == lost {
                try transaction.delete(identity)
                // A new identity with the same subject does not count as the original one.
                try transaction.insert(
                    Identity(
                        app: app, provider: lost, subject: identity.subject, account: stays, claims: identity.claims,
                        createdAt: identity.createdAt.addingTimeInterval(1)))
            }
        }
        let before = try await rig.rows(merged.stays, merged.goes)
        #expect(try await refusal(merged.session) == .nothingToUndo)
        #expect(try await rig.rows(merged.stays, merged.goes) == before)
    }

    @Test func `undo restores logins and details, and later changes stay`() async throws {
        let pair = try await rig.pair("1", [.google], [.apple], roles: (nil, nil), sessions: 1)
        let (app, now) = (rig.app.id, rig.storage.clock.now)
        let login = LocalCredential(
            app: app, kind: .email, name: "test.user.1@example.com", account: pair.owner, createdAt: now)
        let lost = AccountMetadata(
            app: app, account: pair.owner, displayName: "Test User 1", claims: ["a": 1], preferences: ["x": 1, "y": 1],
            labels: ["l"], tokensValidAfter: now)
        let own = AccountMetadata(app: app, account: pair.caller, photoURL: "p", preferences: ["x": 2])
        try await change { transaction throws(StorageError) in
            try transaction.insert(login)
            try transaction.put(lost)
            try transaction.put(own)
        }
        let conflict = IdentityConflict(
            view: pair.conflict.view, session: pair.conflict.session,
            owner: AccountRecord(
                account: pair.conflict.owner.account, identities: pair.conflict.owner.identities, logins: [login]),
            provider: .apple, provedAt: now)
        _ = try await rig.storage.engine.write { transaction throws(StorageError) in
            try pair.change.carryOut(.merge, conflict, transaction)
        }
        try await change { transaction throws(StorageError) in
            guard var details = try transaction.details(of: pair.caller, in: app) else { return }
            details.photoURL = "q"
            try transaction.put(details)
        }
        let byPassword = try await begin("by password", for: pair.caller, .password)
        _ = try await undo(pair.conflict.session)
        let (logins, restored, stays) = try await rig.storage.engine.read { reader throws(StorageError) in
            (
                try reader.logins(of: pair.owner, in: app), try reader.details(of: pair.owner, in: app),
                try reader.details(of: pair.caller, in: app)
            )
        }
        #expect(logins == [login] && restored == lost)
        #expect(stays?.photoURL == "q" && stays?.displayName == nil && stays?.preferences == ["x": 2])
        #expect(try await rig.rows(pair.caller).sessions[byPassword.id]?.termination?.reason == .replaced)
    }

    @Test func `a merge cannot be undone after one of its logins was removed`() async throws {
        let pair = try await rig.pair("1", [.google], [.apple], roles: (nil, nil), sessions: 1)
        let (app, now) = (rig.app.id, rig.storage.clock.now)
        let login = LocalCredential(
            app: app, kind: .email, name: "test.user.1@example.com", account: pair.caller, createdAt: now)
        try await change { transaction throws(StorageError) in try transaction.insert(login) }
        let view = AccountRecord(
            account: pair.conflict.view.account, identities: pair.conflict.view.identities, logins: [login])
        _ = try await rig.storage.engine.write { transaction throws(StorageError) in
            try pair.change.carryOut(
                .merge,
                IdentityConflict(
                    view: view, session: pair.conflict.session, owner: pair.conflict.owner, provider: .apple,
                    provedAt: now), transaction)
        }
        try await change { transaction throws(StorageError) in try transaction.delete(login) }
        #expect(try await refusal(pair.conflict.session) == .nothingToUndo)
    }

    @Test func `unlinking an identity deletes the merge record`() async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        try await rig.accounts.linking.unlink(
            .apple, from: Caller(app: rig.app, session: merged.session, checkedAt: rig.storage.clock.now),
            context: rig.context)
        #expect(try await record(of: merged.stays) == nil)
    }

    @Test func `an operator's removal of an identity deletes the merge record and prevents joining`()
        async throws
    {
        let merged = try #require(try await merged([.google], [.apple]))
        var order = AccountUpdate()
        order.removedProviders = [.apple]
        let changed = try await rig.accounts.operators.change(
            merged.stays, by: order, with: .all, in: rig.app, context: rig.context)
        #expect(try await record(of: merged.stays) == nil && !changed.view.account.allowsEmailLinking)
    }

    @Test func `an identity renamed since the merge returns with its new subject`() async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        let (stays, app) = (merged.stays, rig.app.id)
        try await change { transaction throws(StorageError) in
            for identity in try transaction.identities(of: stays, in: app) where identity.provider == .apple {
                try transaction.rename(identity, to: "renamed")
            }
        }
        _ = try await undo(merged.session)
        let rows = try await rig.rows(merged.goes)
        #expect(rows.identities.keys.sorted() == ["renamed"] && rows.tokens.map(\.subject) == ["renamed"])
    }

    @Test func `undo ends only the sessions started with a returning identity`() async throws {
        let merged = try #require(try await merged([.google], [.apple], sessions: 2))
        let brought = try await begin("brought", for: merged.stays, .apple)
        let own = try await begin("own", for: merged.stays, .google)
        _ = try await undo(merged.session)
        let sessions = try await rig.rows(merged.stays, merged.goes).sessions
        #expect(sessions[brought.id]?.termination?.reason == .replaced)
        #expect(sessions[own.id]?.termination == nil)
        #expect(sessions[SessionID("\(merged.stays) 1")]?.termination == nil)
    }

    @Test func `undo from a session of a returning identity continues in the restored account`() async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        rig.storage.clock.advance(by: 10)
        let brought = try await begin("brought", for: merged.stays, .apple)
        rig.storage.clock.advance(by: 10)
        let result = try await undo(brought)
        #expect(result.view.account.id == merged.goes && result.session.id != brought.id)
        #expect(result.view.account.lastSignInAt == rig.storage.clock.now)
        let sessions = try await rig.rows(merged.stays, merged.goes).sessions
        #expect(sessions[brought.id]?.termination?.reason == .replaced)
        let begun = try #require(sessions[result.session.id])
        #expect(begun.method == .apple && begun.authTime == brought.authTime && begun.account == merged.goes)
        #expect(sessions[merged.session.id]?.termination == nil)
    }

    @Test func `only the last merge can be undone`() async throws {
        let first = try #require(try await merged([], [.apple], name: "1"))
        let second = try #require(try await merged([], [.google], name: "2"))
        let (id, app, now) = (first.stays, rig.app.id, rig.storage.clock.now)
        let views = try await rig.storage.engine.read { reader throws(StorageError) in
            (try reader.view(of: id, in: app), try reader.view(of: second.stays, in: app))
        }
        let (mine, theirs) = (try #require(views.0), try #require(views.1))
        let change = AccountLinker(
            tools: rig.accounts.linking.tools, caller: Caller(app: rig.app, session: first.session, checkedAt: now),
            session: SessionSeed(SessionID("third")), now: now, context: rig.context)
        _ = try await rig.storage.engine.write { transaction throws(StorageError) in
            try change.carryOut(
                .merge,
                IdentityConflict(view: mine, session: first.session, owner: theirs, provider: .google, provedAt: now),
                transaction)
        }
        let result = try await undo(first.session)
        #expect(result.view.account.id == first.stays && result.view.identities.map(\.provider) == [.apple])
        #expect(try await refusal(first.session) == .nothingToUndo)
        #expect(try await record(of: second.stays) == nil)
    }

    @Test func `undoing a merge is recorded for both accounts`() async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        _ = try await undo(merged.session)
        for account in [merged.stays, merged.goes] {
            let events = try await rig.storage.engine.read { [app = rig.app.id] reader throws(StorageError) in
                try reader.events(of: account, in: app, limit: 9)
            }
            #expect(events.first?.kind == .mergeUndone)
        }
    }

    @Test func `undo does not overwrite an account that exists again`() async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        let again = Account(
            id: merged.goes, app: rig.app.id, createdAt: rig.storage.clock.now, lastSignInAt: rig.storage.clock.now,
            profile: StoredProfile(updatedAt: rig.storage.clock.now))
        try await change { transaction throws(StorageError) in try transaction.insert(again) }
        #expect(try await refusal(merged.session) == .nothingToUndo)
        #expect(try await rig.rows(merged.goes).accounts[merged.goes] == again)
    }

    @Test func `an export includes the merge record until the undo period ends`() async throws {
        let merged = try #require(try await merged([.google], [.apple], roles: ("A", nil)))
        let export = try await rig.accounts.exports.export(merged.stays, in: rig.app.id, context: rig.context)
        #expect(export.merge?.at == rig.storage.clock.now)
        #expect(export.merge?.expiresAt == rig.storage.clock.now.addingTimeInterval(rig.app.mergeUndoPeriod))
        #expect(export.merge?.absorbed == merged.pair.rows.accounts[merged.goes])
        #expect(export.merge?.survivorBefore == merged.pair.rows.accounts[merged.stays])
        rig.storage.clock.advance(by: rig.app.mergeUndoPeriod)
        #expect(try await rig.accounts.exports.export(merged.stays, in: rig.app.id, context: rig.context).merge == nil)
    }

    @Test func `a merge record contains no plain text and opens only in its own row`() async throws {
        let merged = try #require(try await merged([.google], [.apple]))
        let record = try #require(try await record(of: merged.stays))
        let moved = MergeRecord(
            app: record.app, account: merged.goes, sealed: record.sealed, expiresAt: record.expiresAt)
        #expect(throws: StorageError.self) { try rig.accounts.linking.merges.open(moved, at: rig.storage.clock.now) }
        let text = String(decoding: record.sealed, as: UTF8.self)
        #expect(!text.contains("name of"))
    }
}
