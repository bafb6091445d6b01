import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// A merge in a real database: nothing that belonged to either account is lost, and a refused one changes nothing.
struct MergeTests {
    private struct Pair: Sendable {
        let caller: AccountID
        let owner: AccountID
        let rows: Rows
        let conflict: Conflict
        let change: LinkChange
    }

    /// What is kept of two accounts.
    private struct Rows: Sendable, Equatable {
        var accounts: [AccountID: Account] = [:]
        var identities: [String: Identity] = [:]
        var sessions: [SessionID: Session] = [:]
        var tokens: [SealedProviderToken] = []
        var events = 0
    }

    private let storage: TestStorage
    private let accounts: AccountSystem
    private let app: App
    private let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        app = try #require(TestApp.make())
        accounts = try await .test(storage, AppleDouble(serving: app.id, clock: storage.clock))
    }

    @Test(arguments: [[], [.google], [.apple], [.google, .apple]] as [[Provider]])
    func `no merge loses a record`(mine: [Provider]) async throws {
        var number = 0
        for theirs in [[.google], [.apple], [.google, .apple]] as [[Provider]] {
            for (role, other) in [(nil, nil), ("A", nil), (nil, "A"), ("A", "A"), ("A", "B")] as [(String?, String?)] {
                for sessions in 1...2 {
                    number += 1
                    let pair = try await pair(
                        "\(number)", mine, theirs, roles: (role, other), sessions: sessions)
                    let outcome = try await storage.engine.write { transaction throws(StorageError) in
                        try pair.change.carryOut(.merge, pair.conflict, transaction)
                    }
                    let after = try await rows(pair.caller, pair.owner)
                    switch outcome {
                    case .refused: #expect(after == pair.rows)
                    case .done(_, let view, let session): check(pair, view, session, after)
                    }
                }
            }
        }
    }

    private func check(_ pair: Pair, _ view: AccountView, _ session: Session, _ after: Rows) {
        let before = pair.rows
        let stays = view.account.id
        let goes = stays == pair.caller ? pair.owner : pair.caller
        #expect(after.accounts == [stays: view.account])
        #expect(Set(view.account.profile.fields.members.map(\.name)) == ["name", "\(pair.caller)", "\(pair.owner)"])
        #expect(view.account.profile.fields["name"] == before.accounts[stays]?.profile.fields["name"])
        #expect(Set(after.identities.keys) == Set(before.identities.keys))
        #expect(after.identities.values.allSatisfy { $0.account == stays })
        for (subject, identity) in before.identities {
            #expect(after.identities[subject]?.claims == identity.claims)
            #expect(after.identities[subject]?.createdAt == identity.createdAt)
        }
        #expect(after.tokens == before.tokens)
        #expect(after.events >= before.events + 2)
        #expect(Set(after.sessions.keys).isSuperset(of: before.sessions.keys))
        for (id, earlier) in before.sessions {
            #expect(after.sessions[id]?.account == stays)
            #expect(after.sessions[id]?.ending?.reason == (earlier.account == goes ? .merged : nil))
        }
        #expect(after.sessions[session.id] == session && session.ending == nil && session.account == stays)
        #expect((session.id == pair.conflict.session.id) == (stays == pair.caller))
    }

    private func pair(
        _ name: String, _ mine: [Provider], _ theirs: [Provider], roles: (String?, String?), sessions: Int
    ) async throws -> Pair {
        let (caller, owner) = (AccountID("caller \(name)"), AccountID("owner \(name)"))
        let session = try await insert(caller, mine, role: roles.0, sessions: sessions)
        _ = try await insert(owner, theirs, role: roles.1, sessions: sessions)
        let rows = try await rows(caller, owner)
        let views = try await storage.engine.read { [app] reader throws(StorageError) in
            (try reader.view(of: caller, in: app.id), try reader.view(of: owner, in: app.id))
        }
        let now = storage.clock.now
        return Pair(
            caller: caller, owner: owner, rows: rows,
            conflict: Conflict(
                view: try #require(views.0), session: session, owner: try #require(views.1), provider: theirs[0],
                provedAt: now),
            change: LinkChange(
                system: accounts, caller: Caller(app: app, session: session, checkedAt: now),
                session: SessionID("new \(name)"), now: now, context: context))
    }

    private func insert(
        _ id: AccountID, _ providers: [Provider], role: String?, sessions: Int
    ) async throws -> Session {
        let (app, now) = (app, storage.clock.now)
        let account = Account(
            id: id, app: app.id, createdAt: now, lastSignInAt: now, role: role,
            profile: Profile(fields: ["name": .string("name of \(id)"), "\(id)": "own"], updatedAt: now))
        let begun = (0..<sessions).map { number in
            Session(
                id: SessionID("\(id) \(number)"), app: app.id, account: id, method: .google, policy: app.sessions,
                at: now)
        }
        try await storage.engine.write { transaction throws(StorageError) in
            try transaction.insert(account)
            for provider in providers {
                let identity = Identity(
                    app: app.id, provider: provider, subject: "\(id) \(provider)", account: id,
                    claims: IdentityClaims(email: "\(id)@example.com", emailVerified: true), createdAt: now)
                try transaction.insert(identity)
                try transaction.put(
                    SealedProviderToken(
                        app: app.id, provider: provider, subject: identity.subject, clientID: "client", sealed: [1]))
            }
            for session in begun {
                try transaction.insert(session)
                try transaction.insert(
                    SecurityEvent(
                        kind: .signedIn, app: app.id, account: id, session: session.id, at: now, requestID: "r"))
            }
        }
        return try #require(begun.first)
    }

    private func rows(_ ids: AccountID...) async throws -> Rows {
        try await storage.engine.read { [app] reader throws(StorageError) in
            var rows = Rows()
            for id in ids {
                rows.accounts[id] = try reader.account(id, in: app.id)
                for identity in try reader.identities(of: id, in: app.id) {
                    rows.identities[identity.subject] = identity
                }
                for session in try reader.sessions(of: id, in: app.id) { rows.sessions[session.id] = session }
                rows.tokens += try reader.providerTokens(of: id, in: app.id)
                rows.events += try reader.events(of: id, in: app.id, limit: 100).count
            }
            rows.tokens.sort { $0.subject.utf8.lexicographicallyPrecedes($1.subject.utf8) }
            return rows
        }
    }
}
