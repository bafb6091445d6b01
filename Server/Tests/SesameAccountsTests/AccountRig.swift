import Foundation
import SesameCore
import SesameSQLite

@testable import SesameAccounts

/// A system with one app, as the rigs of passwords and of second factors set it up: what tests ask of either.
protocol AccountRig {
    var storage: TestStorage { get }
    var accounts: AccountSystem { get }
    var app: App { get }
}

extension AccountRig {
    func caller(_ token: Secret) async throws -> Caller {
        try await accounts.authenticate(token, app: app, apps: AppDirectory([app]))
    }

    /// Has the outbox send what is due, in that order: the last message is the one that was asked for last.
    func deliver() async throws {
        let runner = JobRunner(
            storage: storage.engine, environment: storage.environment,
            handlers: [.sendMessage: { [accounts] job in try await accounts.deliverMessage(job) }], intervals: [:],
            width: 1
        ) { _, _ in }
        while try await runner.runDue() > 0 {}
    }

    func events(of account: AccountID) async throws -> [SecurityEvent.Kind] {
        let id = app.id
        return try await storage.engine.read { reader throws(StorageError) in
            try reader.events(of: account, in: id, limit: 100)
        }.map(\.kind).reversed()
    }

    func refusal(_ work: () async throws -> Void) async throws -> Refusal? {
        do {
            try await work()
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }
}
