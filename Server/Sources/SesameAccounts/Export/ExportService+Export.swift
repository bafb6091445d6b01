import Foundation
import SesameCore

extension ExportService {
    /// Returns all stored data about the caller, after a recent sign-in. Throws `rate_limited` during another export of
    /// the account.
    package func export(of caller: Caller, context: RequestContext) async throws(AccountError) -> AccountExport {
        try await export(caller.session.account, in: caller.app.id, context: context) {
            [self] transaction throws(StorageError) in
            _ = try caller.requireRecent(at: environment.now, transaction)
        }
    }

    /// Returns all stored data about an account on behalf of the operator, for requests that users make outside the
    /// app. Throws `rate_limited` during another export of the account.
    package func export(
        _ account: AccountID, in app: AppID, context: RequestContext
    ) async throws(AccountError) -> AccountExport {
        try await export(account, in: app, context: context) { _ throws(StorageError) in }
    }

    /// Records the export as an event, then returns all stored data, which includes the event.
    ///
    /// - Parameter allowed: Throws if the caller may not export the account.
    private func export(
        _ account: AccountID, in app: AppID, context: RequestContext,
        allowed: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Void
    ) async throws(AccountError) -> AccountExport {
        guard exports.enter(account, in: app) else { throw .exportUnderWay }
        defer { exports.leave(account, in: app) }
        let now = environment.now
        try await write { transaction throws(StorageError) in
            try allowed(transaction)
            guard try transaction.account(account, in: app) != nil else { throw .refused(.noSuchAccount) }
            try transaction.insert(
                SecurityEvent(
                    kind: .dataExported, app: app, account: account, session: nil, at: now,
                    context: context))
        }
        let export = try await scan { [merges] reader throws(StorageError) in
            try reader.export(account, in: app, merges, at: now)
        }
        guard let export else { throw .noSuchAccount }
        return export
    }
}

extension StorageReader {
    fileprivate func export(
        _ id: AccountID, in app: AppID, _ merges: MergeSnapshotCipher, at now: Date
    ) throws(StorageError) -> AccountExport? {
        guard let view = try view(of: id, in: app) else { return nil }
        let record = try mergeRecord(of: id, in: app)
        return AccountExport(
            at: now, view: view, details: try details(of: id, in: app), sessions: try sessions(of: id, in: app),
            devices: try devices(of: id, in: app),
            consents: try providerTokens(of: id, in: app).map { .init(provider: $0.provider, clientID: $0.clientID) },
            events: try events(of: id, in: app, limit: .max),
            recoveryCodes: try recoveryCodes(of: id, in: app)?.digests.count ?? 0,
            merge: try record.flatMap { record throws(StorageError) in
                guard let memory = try merges.open(record, at: now) else { return nil }
                let (goes, before) = (try memory.goes.account(in: app), try memory.before.account(in: app))
                return AccountExport.Merge(
                    at: memory.at, expiresAt: record.expiresAt, absorbed: goes,
                    absorbedMetadata: try memory.goesDetails?.details(of: goes.id, in: app), survivorBefore: before,
                    survivorMetadataBefore: try memory.beforeDetails?.details(of: before.id, in: app))
            })
    }
}

extension AccountError {
    static let exportUnderWay = AccountError(
        .rateLimited, "an export of this account is already in progress; only one can run at a time", retryAfter: 2)
}
