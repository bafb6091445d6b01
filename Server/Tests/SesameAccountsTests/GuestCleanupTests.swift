import Foundation
import SesameCore
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests of the removal of guests: which guests are removed, and when.
struct GuestCleanupTests {
    private static let day: TimeInterval = 86_400

    private final class Reports: Sendable {
        private let state = Locked<[GuestCleanup.Outcome]>([])
        var all: [GuestCleanup.Outcome] { state.withLock { $0 } }
        func add(_ outcome: GuestCleanup.Outcome) { state.withLock { $0.append(outcome) } }
    }

    private func cleanup(_ rig: LifeRig, _ reports: Reports = Reports()) -> GuestCleanup {
        GuestCleanup(rig.accounts.deletion, apps: AppDirectory([rig.app])) { reports.add($0) }
    }

    @Test func `a guest is removed after the idle lifetime`() async throws {
        let rig = try await LifeRig(guests: GuestPolicy(idleTimeout: 10 * Self.day))
        let caller = try await rig.guest()
        let reports = Reports()
        rig.storage.clock.advance(by: 10 * Self.day)
        try await cleanup(rig, reports).run()
        #expect(try await rig.view(caller) != nil)
        rig.storage.clock.advance(by: 1)
        try await cleanup(rig, reports).run()
        #expect(try await rig.view(caller) == nil)
        #expect(try await rig.events(of: caller).last == .accountDeleted)
        // A restored backup does not have to repeat the deletions of a clean-up, because its next clean-up does so.
        #expect(rig.journal.noted.isEmpty)
        #expect(reports.all.map(\.idle) == [0, 1] && reports.all.map(\.removed) == [0, 1])
        #expect(reports.all.map(\.guests) == [1, 1])
    }

    @Test func `a guest's idle time counts from the last use, not from creation`() async throws {
        let rig = try await LifeRig(guests: GuestPolicy(idleTimeout: 10 * Self.day))
        let result = try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: rig.context)
        rig.storage.clock.advance(by: 9 * Self.day)
        _ = try await rig.accounts.sessions.refresh(
            result.tokens(rig.accounts).refreshToken, app: nil, apps: AppDirectory([rig.app]), context: rig.context)
        rig.storage.clock.advance(by: 9 * Self.day)
        try await cleanup(rig).run()
        #expect(try await rig.accounts.directory.account(result.view.account.id, in: rig.app.id).isAnonymous)
    }

    @Test func `accounts with a sign-in method stay, however long they are idle`() async throws {
        let rig = try await LifeRig(guests: GuestPolicy(idleTimeout: Self.day))
        let person = try await rig.person("1")
        let upgraded = try await rig.guest()
        try await rig.upgrade(upgraded, subject: "2")
        rig.storage.clock.advance(by: 1_000 * Self.day)
        try await cleanup(rig).run()
        // The account also remains if outdated data listed it as a guest's.
        let key = AccountLastUse.Key(account: person.session.account, app: rig.app.id)
        #expect(try await cleanup(rig).remove([key]).isEmpty)
        #expect(try await rig.view(person) != nil)
        #expect(try await rig.view(upgraded) != nil)
    }

    @Test func `a guest who signs up or returns during the clean-up stays`() async throws {
        let rig = try await LifeRig(guests: GuestPolicy(idleTimeout: Self.day))
        let upgraded = try await rig.guest()
        let back = try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: rig.context)
        let gone = try await rig.guest()
        rig.storage.clock.advance(by: 2 * Self.day)
        let page = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.activities(after: nil, limit: 10)
        }
        #expect(page.count == 3 && page.allSatisfy(\.isGuest))
        try await rig.upgrade(upgraded, subject: "2")
        _ = try await rig.accounts.sessions.refresh(
            back.tokens(rig.accounts).refreshToken, app: nil, apps: AppDirectory([rig.app]), context: rig.context)
        let removed = try await cleanup(rig).remove(page.map(\.key))
        #expect(removed.map(\.account) == [gone.session.account])
        #expect(try await rig.view(upgraded) != nil)
        #expect(try await rig.accounts.directory.account(back.view.account.id, in: rig.app.id).isAnonymous)
    }

    @Test func `a dry run only reports idle guests, and the off mode does nothing`() async throws {
        for (mode, reported) in [(GuestPolicy.Mode.dryRun, 1), (.off, 0)] {
            let rig = try await LifeRig(guests: GuestPolicy(idleTimeout: Self.day, mode: mode))
            let caller = try await rig.guest()
            rig.storage.clock.advance(by: 2 * Self.day)
            let reports = Reports()
            try await cleanup(rig, reports).run()
            #expect(try await rig.view(caller) != nil)
            #expect(reports.all.count == reported)
            #expect(reports.all.allSatisfy { $0.mode == mode && $0.idle == 1 && $0.removed == 0 })
        }
    }

    @Test func `a clean-up removes thousands of guests and leaves another app's guests alone`() async throws {
        let rig = try await LifeRig(guests: GuestPolicy(idleTimeout: Self.day))
        let (app, other, now) = (rig.app.id, try #require(AppID("other")), rig.storage.clock.now)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            for number in 0..<2_100 {
                try transaction.insert(
                    Account(
                        id: AccountID("account-\(number)"), app: number == 7 ? other : app, createdAt: now,
                        lastSignInAt: now, profile: StoredProfile(fields: [:], updatedAt: now)))
            }
        }
        rig.storage.clock.advance(by: 2 * Self.day)
        let reports = Reports()
        try await cleanup(rig, reports).run()
        #expect(reports.all.map(\.removed) == [2_099])
        let left = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.activities(after: nil, limit: 10)
        }
        #expect(left.map(\.key.app) == [other])
        #expect(rig.journal.noted.isEmpty)
    }

    @Test func `the default idle lifetime is 90 days, or the session idle limit if longer`() {
        #expect(GuestPolicy.defaultIdleTimeout(SessionPolicy()) == 90 * Self.day)
        #expect(GuestPolicy.defaultIdleTimeout(SessionPolicy(idleTimeout: 200 * Self.day)) == 200 * Self.day)
        #expect(GuestPolicy().mode == .on)
    }
}
