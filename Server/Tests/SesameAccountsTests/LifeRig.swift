import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts

/// A test app with guests and Apple users, whose accounts are created and deleted.
struct LifeRig {
    let storage: TestStorage
    let journal: JournalDouble
    let apple: AppleDouble
    let accounts: Services
    let app: App
    let context = RequestContext(requestID: "test")

    init(guests: GuestPolicy = GuestPolicy()) async throws {
        storage = try TestStorage()
        journal = JournalDouble()
        let settings = ProviderSettings(clientIDs: [AppleDouble.native], defaultNonceForm: .sha256Hex)
        app = App(
            id: try #require(AppID("couple")), providers: [.apple: settings], allowsAnonymous: true, guests: guests)
        apple = AppleDouble(serving: app.id, clock: storage.clock)
        accounts = try await Self.system(storage, apple, journal)
    }

    private static func system(
        _ storage: TestStorage, _ apple: AppleDouble, _ journal: JournalDouble, through database: (any Storage)? = nil
    ) async throws -> Services {
        let masterKey = try MasterKey.test()
        let keys = try await KeyRing(
            storage: storage.engine, environment: storage.environment, masterKey: masterKey,
            schedule: KeyRotationSchedule())
        return Services(
            storage: database ?? storage.engine, environment: storage.environment, credentials: try apple.verifier(),
            codes: apple, journal: journal, keys: keys, masterKey: masterKey,
            publicURL: "https://sign-in.example.com")
    }

    /// Returns the services of a server with the rig's journal and another database, as after a restore.
    ///
    /// - Parameter database: A wrapper of the database; nil for none.
    func on(_ other: TestStorage, through database: (any Storage)? = nil) async throws -> Services {
        try await Self.system(other, apple, journal, through: database)
    }

    func guest() async throws -> Caller {
        try await caller(
            try await accounts.signIn.signInAnonymously(to: app, context: context).tokens(accounts).accessToken)
    }

    /// Signs in with Apple. With a refresh token, the sign-in also presents a code that Apple exchanges for the refresh
    /// token.
    func person(_ subject: String, refreshToken: String? = nil) async throws -> Caller {
        try await caller(try await signIn(subject, refreshToken: refreshToken).tokens(accounts).accessToken)
    }

    func signIn(_ subject: String, refreshToken: String? = nil) async throws -> SignIn {
        if let refreshToken { apple.answer(.tokens(subject: subject, refreshToken: refreshToken)) }
        let nonce = accounts.providers.issueNonce(for: app)
        let credential = ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex), nonce: nonce,
            code: refreshToken.map { _ in Secret("c") })
        return try await accounts.signIn.signIn(with: credential, to: app, context: context)
    }

    /// Upgrades a guest by linking an Apple identity.
    func upgrade(_ guest: Caller, subject: String) async throws {
        let nonce = accounts.providers.issueNonce(for: guest)
        let credential = ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex), nonce: nonce)
        _ = try await accounts.linking.link(credential, to: guest, context: context)
    }

    func caller(_ token: Secret) async throws -> Caller {
        try await accounts.sessions.authenticate(token, app: app, apps: AppDirectory([app]))
    }

    func view(_ caller: Caller) async throws -> AccountRecord? {
        let (id, app) = (caller.session.account, app.id)
        return try await storage.engine.read { reader throws(StorageError) in try reader.view(of: id, in: app) }
    }

    func events(of caller: Caller) async throws -> [SecurityEvent.Kind] {
        let (account, app) = (caller.session.account, app.id)
        return try await storage.engine.read { reader throws(StorageError) in
            try reader.events(of: account, in: app, limit: 100)
        }.map(\.kind).reversed()
    }

    func tombstone(of caller: Caller) -> [UInt8] {
        accounts.sessions.tombstones.digest(of: caller.session.account, in: app.id)
    }

    func code(_ work: () async throws -> Void) async throws -> AuthError.Code? {
        do {
            try await work()
            return nil
        } catch let refusal as AccountError {
            return refusal.code
        }
    }
}

/// An in-memory deletion journal that can simulate a full disk, and another journal after its loss.
final class JournalDouble: DeletionJournal {
    private struct State {
        var entries = JournalEntries(journal: [1])
        var isFull = false
        var compactions: [Date] = []
    }

    private let state = Locked(State())

    var noted: [Tombstone] { state.withLock(\.entries.tombstones) }
    var cutoffs: [SessionCutoff] { state.withLock(\.entries.cutoffs) }
    var compactions: [Date] { state.withLock(\.compactions) }
    var content: JournalEntries { state.withLock(\.entries) }

    func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    /// Puts other entries in the place of the journal's.
    func replace(with entries: JournalEntries) { state.withLock { $0.entries = entries } }

    func append(_ tombstones: [Tombstone]) async throws(StorageError) {
        _ = try change { $0.tombstones += tombstones }
    }

    func append(
        _ cutoffs: [[UInt8]: Date], after positions: [JournalPosition]
    ) async throws(StorageError) -> JournalPosition {
        try change { entries in
            let used = positions.filter { $0.journal == entries.journal }.map(\.number)
            let number = max(used.max() ?? 0, entries.position.number) + 1
            entries.cutoffs += cutoffs.map { SessionCutoff(digest: $0.key, notBefore: $0.value, number: number) }
        }
    }

    private func change(_ body: (inout JournalEntries) -> Void) throws(StorageError) -> JournalPosition {
        let position = state.withLock { state -> JournalPosition? in
            guard !state.isFull else { return nil }
            body(&state.entries)
            return state.entries.position
        }
        guard let position else { throw .unavailable("the disk is full") }
        return position
    }

    func entries() async throws(StorageError) -> JournalEntries { content }

    func compact(forgettingBefore time: Date) async { state.withLock { $0.compactions.append(time) } }
}
