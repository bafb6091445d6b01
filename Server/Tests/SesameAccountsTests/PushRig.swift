import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// A test app with a push service double, and helpers that create users and send pushes.
struct PushRig {
    let storage: TestStorage
    let service: PushDouble
    let accounts: Services
    let runner: JobRunner
    let app: App
    let context = RequestContext(requestID: "test")

    init(_ push: PushSettings = PushSettings()) async throws {
        storage = try TestStorage()
        app = App(id: try #require(AppID("prysm")), allowsAnonymous: true, push: push)
        service = PushDouble(serving: app.id)
        let masterKey = try MasterKey.test()
        let keys = try await KeyRing(
            storage: storage.engine, environment: storage.environment, masterKey: masterKey,
            schedule: KeyRotationSchedule())
        accounts = Services(
            storage: storage.engine, environment: storage.environment, credentials: CredentialVerifier([:]),
            push: service, keys: keys, masterKey: masterKey, publicURL: "https://sign-in.example.com")
        runner = JobRunner(
            storage: storage.engine, environment: storage.environment,
            queues: accounts.maintenance.queues,
            intervals: [:], report: { _, _ in })
    }

    /// Creates a guest with a session.
    func person() async throws -> Caller {
        let tokens = try await accounts.signIn.signInAnonymously(to: app, context: context).tokens(accounts)
        return try await caller(tokens.accessToken)
    }

    func caller(_ token: Secret) async throws -> Caller {
        try await accounts.sessions.authenticate(token, app: app, apps: AppDirectory([app]))
    }

    @discardableResult
    func register(
        _ value: String, as kind: DeviceKind = .fcmToken, at installation: String = "phone", of caller: Caller
    ) async throws -> Device {
        try await accounts.push.register(
            try #require(DevicePushToken(kind, Secret(value))), platform: nil, installation: installation, of: caller,
            context: context)
    }

    /// Creates a second session for the caller's account, and returns a caller with the new session.
    func secondSession(of caller: Caller) async throws -> Caller {
        let (account, app, now) = (caller.session.account, app, storage.clock.now)
        let id = SessionID("second-\(storage.environment.randomID())")
        let session = try await storage.engine.write { [context] transaction throws(StorageError) in
            try transaction.beginSession(
                SessionSeed(id), for: account, in: app, method: .anonymous, at: now, context: context)
        }
        return Caller(app: app, session: session, checkedAt: now)
    }

    func order(_ json: JSONValue, key: String? = nil) throws -> PushRequest {
        try PushRequest(json: try #require(json.object), app: app, key: key)
    }

    @discardableResult
    func send(_ json: JSONValue, key: String? = nil) async throws -> PushReceipt {
        try await accounts.push.send(try order(json, key: key), context: context)
    }

    func send(to caller: Caller, key: String? = nil) async throws -> PushReceipt {
        try await send(
            ["to": ["uid": .string(caller.session.account.description)], "notification": ["title": "Hello"]], key: key)
    }

    /// Runs the due jobs, and returns the updated record of the push.
    func record(_ push: PushReceipt) async throws -> PushReceipt {
        _ = try await runner.runDue()
        return try await accounts.push.push(push.id, of: app)
    }

    func events(of caller: Caller) async throws -> [SecurityEvent.Kind] {
        let (account, app) = (caller.session.account, app.id)
        return try await storage.engine.read { reader throws(StorageError) in
            try reader.events(of: account, in: app, limit: 100)
        }.map(\.kind).reversed()
    }
}
