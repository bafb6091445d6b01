import Foundation
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests that lists and searches are read by the threads for scans, so that no other request waits for them.
@Suite struct ScannedListTests {
    /// The names of the threads that ran a statement.
    private let threads = Locked(Set<String>())
    private let rig: PasswordRig

    init() async throws {
        let threads = threads
        rig = try await PasswordRig(
            options: SQLiteOptions(statementObserver: { _ in
                threads.withLock { _ = $0.insert(Thread.current.name ?? "") }
            }))
    }

    private func expectScan(_ body: () async throws -> Void) async throws {
        threads.withLock { $0 = [] }
        try await body()
        #expect(threads.withLock { $0 } == ["sesame-scan"])
    }

    @Test func `lists and counts of accounts, identities and events`() async throws {
        let directory = rig.accounts.directory
        let (app, query) = (rig.app.id, AccountQuery(app: rig.app.id, limit: 10))
        try await expectScan { _ = try await directory.page(matching: query) }
        try await expectScan { _ = try await directory.fullPage(matching: query) }
        try await expectScan { _ = try await directory.accounts(matching: query) }
        try await expectScan { _ = try await directory.listedAccounts(in: app, by: .oldest, limit: 10) }
        try await expectScan { _ = try await directory.detailedAccounts([AccountID("a")], in: app) }
        try await expectScan { _ = try await directory.accountCount(in: app, upTo: 10) }
        try await expectScan { _ = try await directory.identities(in: app, after: nil, limit: 10) }
        try await expectScan { _ = try await rig.accounts.events.events(matching: EventQuery(app: app, limit: 10)) }
    }
}
