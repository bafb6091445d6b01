import Foundation
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests of accounts whose ids an app derived from Apple's user ids before the app had a server.
struct LegacyIDTests {
    private let rig: PseudonymousRig

    init() async throws {
        rig = try await PseudonymousRig()
    }

    private func legacyID(of subject: String) throws -> LegacyID {
        try #require(LegacyID(of: subject, at: .apple))
    }

    /// Imports an account with a user's legacy id, and returns the account's new id; nil if the app accepts no legacy
    /// ids.
    private func takeOver(_ subject: String, in app: App) async throws -> AccountID? {
        let taken = Locked<[ImportedLine]>([])
        let line = try line(#""provider": "apple", "legacyID": "apple_\#(try legacyID(of: subject).digits)""#, app)
        let report = try await rig.accounts.imports.importAccounts(
            [line], into: app, context: rig.context, taken: { lines in taken.withLock { $0 += lines } })
        #expect(report.refused.isEmpty || app.privacy.pseudonymity?.recognizesLegacyIDs != true)
        return taken.withLock { $0 }.first?.account
    }

    private func line(_ identity: String, _ app: App) throws -> ImportLine {
        try #require(
            ImportLine(
                Array("{\"identities\": [{\(identity)}]}".utf8), number: 1, app: app, now: rig.storage.clock.now))
    }

    @Test(arguments: [
        #""provider": "apple", "legacyID": "apple_0123456789abcdef0123456789abcde""#,
        #""provider": "apple", "legacyID": "apple_0123456789ABCDEF0123456789ABCD""#,
        #""provider": "apple", "legacyID": "0123456789abcdef0123456789abcd""#,
        #""provider": "apple", "legacyID": "apple_0123456789abcdef0123456789abcd", "subject": "001.a.1""#,
        #""provider": "apple", "legacyID": 1"#,
    ])
    func `an invalid legacy id, or one beside a subject, is rejected`(identity: String) async throws {
        let app = try rig.app(recognizesLegacyIDs: true)
        let report = try await rig.accounts.imports.importAccounts(
            [try line(identity, app)], into: app, context: rig.context)
        #expect(report.refused.map(\.field) == ["identities[0].legacyID"] && report.added == 0)
    }

    @Test func `the first sign-in finds the imported account and replaces its legacy id`() async throws {
        let app = try rig.app(recognizesLegacyIDs: true)
        let account = try #require(try await takeOver("1", in: app))
        let result = try await rig.signIn("1", to: app)
        #expect(!result.isNew && result.view.account.id == account)
        #expect(try await rig.subjects(of: account) == [app.privacy.forms(of: "1", at: .apple).current])
        // The setting is no longer needed.
        #expect(try await rig.signIn("1", to: try rig.app()).view.account.id == account)
    }

    @Test func `only Appwrite users with a legacy id are imported, without login and name`() async throws {
        let app = try rig.app(recognizesLegacyIDs: true)
        let id = "apple_\(try legacyID(of: "1").digits)"
        var export = AppwriteExport(for: app)
        let page = Array(
            """
            {"users": [{"$id": "\(id)", "email": "\(id)@example.com", "name": "Canary", "hash": "md5",
            "password": "144fa7eaa4904e8ee120651997f70dcc"}, {"$id": "somebody", "email": "canary@example.com"}]}
            """.utf8)
        try export.add(page, line: 1)
        let (lines, guests) = export.lines(ofPage: page, line: 1, now: rig.storage.clock.now)
        #expect(lines.count == 1 && guests == 1)
        let report = try await rig.accounts.imports.importAccounts(lines, into: app, context: rig.context)
        #expect(report.added == 1 && report.refused.isEmpty)
        let result = try await rig.signIn("1", to: app)
        #expect(!result.isNew && result.view.logins.isEmpty)
        #expect(try await rig.accounts.account.details(of: result.view.account.id, in: app.id).displayName == nil)
    }

    @Test func `another user does not get the account of a legacy id`() async throws {
        let app = try rig.app(recognizesLegacyIDs: true)
        let account = try await takeOver("1", in: app)
        #expect(try await rig.signIn("2", to: app).view.account.id != account)
    }

    @Test func `without the setting, legacy ids are neither recognized nor imported`() async throws {
        let account = try await takeOver("1", in: try rig.app(recognizesLegacyIDs: true))
        #expect(try await rig.signIn("1", to: try rig.app()).view.account.id != account)
        #expect(try await takeOver("2", in: try rig.app()) == nil)
        #expect(try await takeOver("2", in: App(id: rig.id)) == nil)
    }

    @Test func `the legacy id appears neither in the new account id nor in its subjects`() async throws {
        let app = try rig.app(recognizesLegacyIDs: true)
        let account = try #require(try await takeOver("000001.abc.0433", in: app))
        let digits = try legacyID(of: "000001.abc.0433").digits
        #expect(!account.description.contains(digits) && account.description.utf8.count == 36)
        #expect(try await !rig.subjects(of: account).contains { $0.contains(digits.prefix(8)) })
    }

    @Test func `a legacy id is imported only once, even after a key rotation`() async throws {
        let account = try await takeOver("1", in: try rig.app(recognizesLegacyIDs: true))
        let rotated = try rig.app(1...2, recognizesLegacyIDs: true)
        #expect(try await takeOver("1", in: rotated) == account)
        #expect(try await rig.signIn("1", to: rotated).view.account.id == account)
    }

    @Test func `a hundred concurrent sign-ins all reach the account of the legacy id`() async throws {
        let app = try rig.app(recognizesLegacyIDs: true)
        let account = try #require(try await takeOver("1", in: app))
        let found = try await withThrowingTaskGroup(of: AccountID.self) { group in
            for _ in 0..<100 { group.addTask { try await rig.signIn("1", to: app).view.account.id } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(found == [account])
    }
}
