package import Foundation

/// The removal of idle guest accounts, by each app's ``GuestPolicy``.
///
/// The idle time counts from the last use, by a sign-in or a refresh, not from the creation. Accounts with a sign-in
/// method are never removed, and each account is checked again in the transaction that removes it: a guest who signs up
/// or returns meanwhile keeps the account.
package struct GuestCleanup: Sendable {
    private let deletion: DeletionService
    private let apps: AppDirectory
    private let report: @Sendable (Outcome) -> Void

    /// The numbers of guest accounts that a run found and removed in one app.
    package struct Outcome: Sendable, Equatable {
        package let app: AppID
        package let mode: GuestPolicy.Mode
        /// The number of guest accounts that the run found.
        package internal(set) var guests = 0
        /// The number of guest accounts that were idle for longer than the app's idle timeout.
        package internal(set) var idle = 0
        /// The number of removed guest accounts; 0 in a dry run.
        package internal(set) var removed = 0

        package init(app: AppID, mode: GuestPolicy.Mode, guests: Int = 0, idle: Int = 0, removed: Int = 0) {
            self.app = app
            self.mode = mode
            self.guests = guests
            self.idle = idle
            self.removed = removed
        }
    }

    /// Creates a clean-up for the guest accounts of the given apps.
    ///
    /// - Parameter report: Called at the end of a run with the outcome in each app whose policy is not
    ///   ``GuestPolicy/Mode/off``.
    package init(_ deletion: DeletionService, apps: AppDirectory, report: @escaping @Sendable (Outcome) -> Void) {
        self.deletion = deletion
        self.apps = apps
        self.report = report
    }

    /// The handler of the clean-up job, for the ``JobRunner``.
    package var queues: [JobKind: JobQueue] { [.cleanUpGuests: JobQueue { _ in try await run() }] }

    /// The interval between runs, in seconds: once a day.
    package static let intervals: [JobKind: TimeInterval] = [.cleanUpGuests: 86_400]

    /// The number of accounts per read, and the maximum number of removals per transaction.
    private static let (page, batch) = (1_000, 50)

    /// Processes all accounts once, in steps short enough not to delay other requests. Throws ``JobRetryRequest`` while
    /// the clock is in doubt.
    func run() async throws {
        guard let now = deletion.environment.trustedNow else { throw postponement }
        var outcomes: [AppID: Outcome] = [:]
        for app in apps.apps.values where app.guests.mode != .off {
            outcomes[app.id] = Outcome(app: app.id, mode: app.guests.mode)
        }
        guard !outcomes.isEmpty else { return }
        var last: AccountLastUse.Key?
        while !Task.isCancelled {
            let page = try await deletion.storage.scan { [last] reader throws(StorageError) in
                try reader.activities(after: last, limit: Self.page)
            }
            guard let end = page.last else { break }
            last = end.key
            try await cleanUp(page.filter(\.isGuest), at: now, &outcomes)
        }
        for outcome in outcomes.values.sorted(by: { $0.app.description < $1.app.description }) { report(outcome) }
    }

    private func cleanUp(
        _ guests: [AccountLastUse], at now: Date, _ outcomes: inout [AppID: Outcome]
    ) async throws {
        var idle: [AccountLastUse.Key] = []
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

    /// Removes the accounts that are still idle guests, and returns their keys.
    func remove(_ keys: [AccountLastUse.Key]) async throws -> [AccountLastUse.Key] {
        guard let now = deletion.environment.trustedNow else { throw postponement }
        let context = RequestContext(requestID: JobKind.cleanUpGuests.rawValue)
        return try await deletion.storage.write {
            [deletion, apps] transaction throws(StorageError) -> [AccountLastUse.Key] in
            var removed: [AccountLastUse.Key] = []
            for key in keys {
                guard let app = apps[key.app], let view = try transaction.view(of: key.account, in: key.app),
                    view.isAnonymous, app.isIdle(try transaction.lastUse(of: view.account), at: now)
                else { continue }
                // The journal does not record the removal, because after a restore the next clean-up removes the
                // account again, by its age.
                _ = try deletion.delete(view, cause: .idle, at: now, context: context, transaction)
                removed.append(key)
            }
            return removed
        }
    }

    /// A retry in ten minutes, for a clock in doubt: with a wrong time, all accounts may look idle.
    private var postponement: JobRetryRequest {
        JobRetryRequest(until: deletion.environment.now.addingTimeInterval(600))
    }
}

extension App {
    fileprivate func isIdle(_ lastUsedAt: Date, at now: Date) -> Bool {
        now.timeIntervalSince(lastUsedAt) > guests.idleTimeout
    }
}

extension StorageReader {
    /// Returns the time of the account's last use; see ``AccountLastUse/lastUsedAt``.
    fileprivate func lastUse(of account: Account) throws(StorageError) -> Date {
        let refreshes = try sessions(of: account.id, in: account.app).map(\.refreshedAt)
        return refreshes.reduce(account.lastSignInAt, max)
    }
}
