package import Foundation

/// Removes the accounts of guests who do not come back, app by app as each one's ``GuestPolicy`` says.
///
/// What counts is the last use, by a sign-in or a refresh, and not the account's age. An account with a sign-in method is
/// nobody's business here, and each is looked at again in the transaction that removes it: a guest who signs up or comes
/// back meanwhile keeps theirs.
package struct GuestCleanup: Sendable {
    private let deletion: DeletionService
    private let apps: AppDirectory
    private let report: @Sendable (Outcome) -> Void

    /// The result of a run in one app.
    package struct Outcome: Sendable, Equatable {
        package let app: AppID
        /// The mode of its policy.
        package let mode: GuestPolicy.Mode
        /// The number of guests.
        package internal(set) var guests = 0
        /// The number of them that nobody used for too long.
        package internal(set) var idle = 0
        /// The number that was removed.
        package internal(set) var removed = 0

        /// Makes an outcome.
        package init(app: AppID, mode: GuestPolicy.Mode, guests: Int = 0, idle: Int = 0, removed: Int = 0) {
            self.app = app
            self.mode = mode
            self.guests = guests
            self.idle = idle
            self.removed = removed
        }
    }

    /// Makes a clean-up.
    ///
    /// - Parameter report: Told of each app whose policy is not ``GuestPolicy/Mode/off``, at the end of a run.
    package init(_ deletion: DeletionService, apps: AppDirectory, report: @escaping @Sendable (Outcome) -> Void) {
        self.deletion = deletion
        self.apps = apps
        self.report = report
    }

    /// The handlers of the ``JobRunner``.
    package var handlers: [JobKind: JobRunner.Handler] { [.cleanUpGuests: { _ in try await run() }] }

    /// The seconds between runs: once a day.
    package static let intervals: [JobKind: TimeInterval] = [.cleanUpGuests: 86_400]

    /// The accounts that one read looks at, and the most that one transaction removes.
    private static let (page, batch) = (1_000, 50)

    /// Goes through all accounts once, in steps that keep nobody waiting.
    func run() async throws {
        guard let now = deletion.environment.trustedNow else { throw postponement }
        var outcomes: [AppID: Outcome] = [:]
        for app in apps.apps.values where app.guests.mode != .off {
            outcomes[app.id] = Outcome(app: app.id, mode: app.guests.mode)
        }
        guard !outcomes.isEmpty else { return }
        var last: AccountActivity.Key?
        while !Task.isCancelled {
            let page = try await deletion.storage.read { [last] reader throws(StorageError) in
                try reader.activities(after: last, limit: Self.page)
            }
            guard let end = page.last else { break }
            last = end.key
            try await cleanUp(page.filter(\.isGuest), at: now, &outcomes)
        }
        for outcome in outcomes.values.sorted(by: { $0.app.description < $1.app.description }) { report(outcome) }
    }

    private func cleanUp(
        _ guests: [AccountActivity], at now: Date, _ outcomes: inout [AppID: Outcome]
    ) async throws {
        var idle: [AccountActivity.Key] = []
        for guest in guests {
            guard let app = apps[guest.key.app], outcomes[app.id] != nil else { continue }
            outcomes[app.id]?.guests += 1
            guard app.isIdle(guest.lastUsedAt, at: now) else { continue }
            outcomes[app.id]?.idle += 1
            if app.guests.mode == .on { idle.append(guest.key) }
        }
        for start in stride(from: 0, to: idle.count, by: Self.batch) {
            let removed = try await remove(Array(idle[start..<min(start + Self.batch, idle.count)]))
            for key in removed { outcomes[key.app]?.removed += 1 }
        }
    }

    /// Removes those that are still idle guests.
    func remove(_ keys: [AccountActivity.Key]) async throws -> [AccountActivity.Key] {
        guard let now = deletion.environment.trustedNow else { throw postponement }
        let context = RequestContext(requestID: JobKind.cleanUpGuests.rawValue)
        return try await deletion.storage.write {
            [deletion, apps] transaction throws(StorageError) -> [AccountActivity.Key] in
            var removed: [AccountActivity.Key] = []
            for key in keys {
                guard let app = apps[key.app], let view = try transaction.view(of: key.account, in: key.app),
                    view.isAnonymous, app.isIdle(try transaction.lastUse(of: view.account), at: now)
                else { continue }
                // Not for the journal: of a backup that is restored the next clean-up removes them again, by their age.
                _ = try deletion.delete(view, cause: .idle, at: now, context: context, transaction)
                removed.append(key)
            }
            return removed
        }
    }

    /// By the wrong time everybody may look idle.
    private var postponement: JobPostponement {
        JobPostponement(until: deletion.environment.now.addingTimeInterval(600))
    }
}

extension App {
    fileprivate func isIdle(_ lastUsedAt: Date, at now: Date) -> Bool {
        now.timeIntervalSince(lastUsedAt) > guests.idleLife
    }
}

extension StorageReader {
    /// Returns the account's last use; see ``AccountActivity/lastUsedAt``.
    fileprivate func lastUse(of account: Account) throws(StorageError) -> Date {
        let refreshes = try sessions(of: account.id, in: account.app).map(\.refreshedAt)
        return refreshes.reduce(account.lastSignInAt, max)
    }
}
