import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of look-ups among 25,000 accounts, all with ids before those of the accounts that are looked for.
struct CrowdTests {
    private let rig: PasswordRig
    private let project: App

    init() async throws {
        rig = try await PasswordRig()
        var project = rig.app
        project.firebase = FirebaseSettings(projectID: "shop-1", apiKeys: ["k"])
        project.firebase?.rules = .emulated
        self.project = project
        let id = project.id
        try await rig.storage.engine.write { [rig] transaction throws(StorageError) in
            for number in 0..<25_000 { try transaction.insert(rig.account(String(format: "!%05d", number), in: id)) }
        }
    }

    private func add(_ number: Int, to app: AppID) async throws {
        let account = rig.account("z\(number)", in: app)
        let identity = Identity(
            app: app, provider: .google, subject: "\(number)", account: account.id,
            claims: IdentityClaims(email: "Test.User.\(number)@Example.com", emailVerified: true),
            createdAt: account.createdAt)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            try transaction.insert(account)
            try transaction.insert(identity)
        }
    }

    @Test func `accounts with only a provider's address are found by it`() async throws {
        for number in 1...6 { try await add(number, to: project.id) }
        let found = try await rig.accounts.directory.accounts(
            [], emails: try (1...6).map { try rig.email($0) }, in: project)
        #expect(found.map(\.view.account.id.description) == (1...6).map { "z\($0)" })
    }

    @Test func `an identity joins the only account with its address`() async throws {
        try await add(1, to: project.id)
        let nonce = rig.accounts.providers.issueNonce(for: project)
        let token = try rig.apple.token("a", nonce: Nonce(nonce).sha256Hex, email: "test.user.1@example.com")
        let result = try await rig.accounts.signIn.signIn(
            with: ProviderCredential(provider: .apple, idToken: token, nonce: nonce), to: project, context: rig.context)
        #expect(result.view.account.id == AccountID("z1"))
    }

    @Test func `the deletion of a tenant deletes its accounts and no others`() async throws {
        let projects = rig.accounts.firebaseProjects
        let tenant = try #require(try await projects.createFirebaseTenant([:], of: project).tenant)
        let id = AppID(ofTenant: tenant, in: project.id)
        for number in 1...8 { try await add(number, to: id) }
        try await projects.deleteFirebaseTenant(tenant, of: project, context: rig.context)
        #expect(try await rig.accounts.directory.accountCount(in: id, upTo: 9) == 0)
        #expect(try await rig.accounts.directory.accountCount(in: project.id, upTo: 30_000) == 25_000)
    }
}

extension PasswordRig {
    fileprivate func account(_ id: String, in app: AppID) -> Account {
        let now = storage.environment.now
        return Account(
            id: AccountID(id), app: app, createdAt: now, lastSignInAt: now,
            profile: StoredProfile(fields: [:], updatedAt: now))
    }
}
