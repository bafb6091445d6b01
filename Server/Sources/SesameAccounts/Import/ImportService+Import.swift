import Foundation
package import SesameCore

extension ImportService {
    /// The counts and errors of an import or of a check.
    package struct ImportReport: Sendable, Equatable {
        /// The number of added accounts; in a check, of accounts to add.
        package var added = 0
        /// The number of lines whose accounts exist with the same values.
        package var unchanged = 0
        /// The number of lines that cannot be imported.
        package var refusedCount = 0
        /// The errors of the first of these lines, at most ``maxErrors``.
        package var refused: [ImportError] = []

        /// The maximum number of errors in a report.
        package static let maxErrors = 100

        package init() {}
    }

    /// The maximum number of lines in one transaction.
    package static let importBatch = 1_000

    /// Checks all lines without changing anything.
    ///
    /// - Parameter progress: Receives the number of checked lines.
    package func checkImport(
        _ lines: some Sequence<ImportLine> & Sendable, into app: App, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(AccountError) -> ImportReport {
        var report = ImportReport()
        var plan = ImportPlan()
        var count = 0
        for batch in Batches(lines, of: Self.importBatch) {
            let stored = try await read { reader throws(StorageError) in
                try self.storedOutcomes(of: batch, in: app, reader)
            }
            for (line, outcome) in zip(batch, plan.outcomes(of: batch, stored: stored)) {
                report.note(outcome, of: line)
            }
            count += batch.count
            progress(count)
        }
        return report
    }

    /// Imports the lines, a thousand at a time. Each batch is one transaction: a line that cannot be imported rolls
    /// back its batch, and the lines after the batch are not read.
    ///
    /// - Parameter taken: Receives the account of each line of a batch after the batch is durable.
    package func importAccounts(
        _ lines: some Sequence<ImportLine> & Sendable, into app: App, context: RequestContext,
        taken: @Sendable ([ImportedLine]) -> Void = { _ in }, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(AccountError) -> ImportReport {
        var report = ImportReport()
        var count = 0
        for batch in Batches(lines, of: Self.importBatch) {
            let now = environment.now
            let seeds = batch.map { _ in AccountIDEntropy(environment) }
            let (outcomes, accounts) = try await write {
                transaction throws(StorageError) -> ([ImportOutcome], [ImportedLine]) in
                var plan = ImportPlan()
                let stored = try self.storedOutcomes(of: batch, in: app, transaction)
                let outcomes = plan.outcomes(of: batch, stored: stored)
                guard !outcomes.contains(where: \.isRefused) else { return (outcomes, []) }
                for (index, line) in batch.enumerated() {
                    guard case .added = outcomes[index], case .success(let account) = line.content else { continue }
                    try account.insert(seeds[index], in: app, at: now, context: context, transaction)
                }
                var accounts: [ImportedLine] = []
                for line in batch {
                    if let taken = try line.taken(transaction, app) { accounts.append(taken) }
                }
                return (outcomes, accounts)
            }
            if !accounts.isEmpty { taken(accounts) }
            let isRefused = outcomes.contains(where: \.isRefused)
            for (line, outcome) in zip(batch, outcomes) where !isRefused || outcome.isRefused {
                report.note(outcome, of: line)
            }
            if isRefused { break }
            count += batch.count
            progress(count)
        }
        return report
    }

    /// Returns the results of the lines' comparison with the stored accounts.
    private func storedOutcomes(
        of batch: [ImportLine], in app: App, _ reader: any StorageReader
    ) throws(StorageError) -> [ImportOutcome] {
        var outcomes: [ImportOutcome] = []
        outcomes.reserveCapacity(batch.count)
        for line in batch {
            switch line.content {
            case .failure(let refusal): outcomes.append(.refused(refusal))
            case .success(let account):
                let digest = account.id.map { self.tombstones.digest(of: $0, in: app.id) }
                outcomes.append(try ImportPlan.outcome(of: account, in: app, tombstone: digest, reader))
            }
        }
        return outcomes
    }
}

extension ImportPlan {
    fileprivate mutating func outcomes(of batch: [ImportLine], stored: [ImportOutcome]) -> [ImportOutcome] {
        zip(batch, stored).map { line, stored in
            guard case .success(let account) = line.content else { return stored }
            return outcome(of: account, stored: stored)
        }
    }
}

/// A line of an import with its account, added or existing.
package struct ImportedLine: Sendable, Equatable {
    /// The line's number, from 1.
    package let number: Int
    package let account: AccountID

    /// The line's number and the account's id as JSON, for an app's own tables.
    package var json: JSONObject {
        ["line": .integer(Int64(number)), "uid": .string(account.description)]
    }
}

extension ImportLine {
    fileprivate func taken(_ reader: any StorageReader, _ app: App) throws(StorageError) -> ImportedLine? {
        guard case .success(let account) = content else { return nil }
        if let id = account.id { return ImportedLine(number: number, account: id) }
        guard let first = account.identities.first else {
            let login = try account.logins.first.flatMap { login throws(StorageError) in
                try reader.login(login.kind, name: login.name, in: app.id)
            }
            return login.map { ImportedLine(number: number, account: $0.account) }
        }
        let identity = try reader.identity(first.provider, first.subject, in: app.id)
        return identity.map { ImportedLine(number: number, account: $0.account) }
    }
}

extension ImportOutcome {
    var isRefused: Bool { if case .refused = self { true } else { false } }
}

extension ImportService.ImportReport {
    fileprivate mutating func note(_ outcome: ImportOutcome, of line: ImportLine) {
        switch outcome {
        case .added: added += 1
        case .unchanged: unchanged += 1
        case .refused(let refusal):
            refusedCount += 1
            guard refused.count < Self.maxErrors else { return }
            refused.append(ImportError(line: line.number, field: refusal.field, reason: refusal.reason))
        }
    }
}

extension ImportedAccount {
    fileprivate func insert(
        _ seed: AccountIDEntropy, in app: App, at now: Date, context: RequestContext,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let made = identities.first.map { app.privacy.accountID(of: $0.subject.current, at: $0.provider, seed) }
        let id = id ?? made ?? seed.id
        let createdAt = createdAt ?? min(now, lastSignInAt ?? now)
        try transaction.insert(
            Account(
                id: id, app: app.id, createdAt: createdAt, lastSignInAt: lastSignInAt ?? createdAt,
                disabledAt: isDisabled ? now : nil, role: role, profile: newProfile(in: app, at: createdAt)))
        for identity in identities {
            try transaction.insert(
                Identity(
                    app: app.id, provider: identity.provider, subject: identity.subject.current, account: id,
                    claims: identity.claims,
                    linkableEmail: identity.claims.linkableEmail(
                        of: identity.subject.current, at: identity.provider, in: app),
                    createdAt: createdAt))
        }
        for login in logins { try transaction.insert(login.login(of: id, in: app.id, createdAt: createdAt)) }
        if let details = details.kept(of: id, in: app.id) { try transaction.put(details) }
        try transaction.insert(
            SecurityEvent(
                kind: .accountCreated, app: app.id, account: id, session: nil, at: now, context: context))
    }
}
