import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// A test system that stores pairs of accounts in a real database, and that reads their rows back.
struct MergeRig {
    struct Pair: Sendable {
        let caller: AccountID
        let owner: AccountID
        let rows: Rows
        let conflict: IdentityConflict
        let change: AccountLinker
    }

    /// The stored rows of a pair's accounts, which tests compare before and after a merge.
    struct Rows: Sendable, Equatable {
        var accounts: [AccountID: Account] = [:]
        var identities: [String: Identity] = [:]
        var sessions: [SessionID: Session] = [:]
        var tokens: [SealedProviderToken] = []
        var events = 0
    }

    let storage: TestStorage
    let accounts: Services
    let app: App
    let context = RequestContext(requestID: "test")

    init(mergeUndoPeriod: TimeInterval = 86_400) async throws {
        storage = try TestStorage()
        app = App(id: try #require(AppID("couple")), allowsAnonymous: true, mergeUndoPeriod: mergeUndoPeriod)
        accounts = try await .test(storage, AppleDouble(serving: app.id, clock: storage.clock))
    }

    func pair(
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
            conflict: IdentityConflict(
                view: try #require(views.0), session: session, owner: try #require(views.1), provider: theirs[0],
                provedAt: now),
            change: AccountLinker(
                tools: accounts.linking.tools, caller: Caller(app: app, session: session, checkedAt: now),
                session: SessionSeed(SessionID("new \(name)")), now: now, context: context))
    }

    private func insert(
        _ id: AccountID, _ providers: [Provider], role: String?, sessions: Int
    ) async throws -> Session {
        let (app, now) = (app, storage.clock.now)
        let account = Account(
            id: id, app: app.id, createdAt: now, lastSignInAt: now, role: role,
            profile: StoredProfile(fields: ["name": .string("name of \(id)"), "\(id)": "own"], updatedAt: now))
        let begun = (0..<sessions).map { number in
            Session(
                id: SessionID("\(id) \(number)"), app: app.id, account: id,
                method: providers.first.map { AuthenticationMethod($0) } ?? .anonymous, policy: app.sessions,
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
                try transaction.insertSession(session)
                try transaction.insert(
                    SecurityEvent(
                        kind: .signedIn, app: app.id, account: id, session: session.id, at: now, requestID: "r"))
            }
        }
        return try #require(begun.first)
    }

    func rows(_ ids: AccountID...) async throws -> Rows {
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
