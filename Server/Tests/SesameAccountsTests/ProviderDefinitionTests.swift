import Foundation
import SesameCore
import SesameServerRig
import SesameTokens
import Testing

@testable import SesameAccounts
@testable import SesameSQLite

/// Tests of provider definitions: valid names, and custom providers that are defined only by a value.
struct ProviderDefinitionTests {
    private let context = RequestContext(requestID: "test")

    @Test(arguments: ["apple", "google", "a", "example-id2", String(repeating: "a", count: 12)])
    func `a provider's name consists of letters, digits and hyphens`(name: String) {
        #expect(Provider(rawValue: name)?.rawValue == name)
        #expect(AuthenticationMethod(rawValue: name)?.provider?.rawValue == name)
    }

    @Test(arguments: [
        "", "Apple", "1a", "-a", "a.b", "a_b", "a b", "é", "anonymous", "password", "phone", "custom", "email_link",
        String(repeating: "a", count: 13),
    ])
    func `an invalid or reserved name cannot be a provider's`(name: String) {
        #expect(Provider(rawValue: name) == nil)
        #expect(AuthenticationMethod(rawValue: name)?.provider == nil)
    }

    @Test func `a sign-in method is a built-in one or a provider's name`() {
        for method in AuthenticationMethod.own { #expect(AuthenticationMethod(rawValue: method.rawValue) == method) }
        for name in ["", "Password", "a_b", "email-Link"] { #expect(AuthenticationMethod(rawValue: name) == nil) }
        #expect(AuthenticationMethod(.apple) == .apple && AuthenticationMethod.apple.provider == .apple)
    }

    @Test func `a provider's subjects are limited to its own characters`() throws {
        let third = try ThirdProvider().definition
        #expect(ProviderDefinition.google.isValid(subject: "104") && !ProviderDefinition.google.isValid(subject: "10a"))
        #expect(
            ProviderDefinition.apple.isValid(subject: "001.ab.02") && !ProviderDefinition.apple.isValid(subject: "A"))
        #expect(third.isValid(subject: "auth0|Ab_9~!") && !third.isValid(subject: "a b") && !third.isValid(subject: ""))
        #expect(!third.isValid(subject: "email:a@example.com") && !third.isValid(subject: "development:1"))
        #expect(!third.isValid(subject: "é") && !third.isValid(subject: String(repeating: "a", count: 256)))
    }

    @Test func `each provider is found by its Firebase name and by no other name`() throws {
        let third = try ThirdProvider()
        #expect(
            third.provider.firebaseName == "oidc.example"
                && AuthenticationMethod(third.provider).firebaseName == "oidc.example"
        )
        for definition in third.directory.all {
            let name = definition.provider.firebaseName
            #expect(third.directory.provider(firebaseName: name) == definition.provider)
        }
        for name in ["example", "oidc.apple", "oidc.other", "apple", ""] {
            #expect(third.directory.provider(firebaseName: name) == nil)
        }
        #expect(ProviderDirectory.builtIn.provider(firebaseName: "oidc.example") == nil)
    }

    @Test(arguments: [true, false])
    func `a user can sign in with a provider that is only defined as a value`(keepsConsents: Bool) async throws {
        let storage = try TestStorage()
        let third = try ThirdProvider(keepsConsents: keepsConsents)
        let accounts = try await system(storage, third)
        let app = App(id: try #require(AppID("couple")), providers: [third.provider: third.settings])
        func signIn() async throws -> SignIn {
            let nonce = accounts.providers.issueNonce(for: app)
            let token = try third.token("Ab|1", nonce: nonce, email: "a@example.com", at: storage.clock.now)
            return try await accounts.signIn.signIn(
                with: ProviderCredential(provider: third.provider, idToken: token, nonce: nonce), to: app,
                context: context)
        }
        let first = try await signIn()
        let again = try await signIn()
        #expect(first.isNew && !again.isNew && first.view.account.id == again.view.account.id)
        #expect(again.session.method.rawValue == "example" && again.session.method.provider == third.provider)
        #expect(again.view.identities.map(\.provider) == [third.provider])
        #expect(again.view.identities.first?.claims.email == "a@example.com")
        let apps = AppDirectory([app], providers: third.directory)
        let tokens = try accounts.sessions.tokens(for: again.session, in: apps)
        let caller = try await accounts.sessions.authenticate(tokens.accessToken, app: app, apps: apps)
        let receipt = try await accounts.deletion.deleteAccount(of: caller, context: context)
        #expect(receipt.manualRevocation == (keepsConsents ? [third.provider] : []))
    }

    @Test(arguments: ["email:test.user@example.com", "development:1"])
    func `a token with a reserved subject is rejected`(subject: String) async throws {
        let storage = try TestStorage()
        let third = try ThirdProvider()
        let accounts = try await system(storage, third)
        let app = App(id: try #require(AppID("couple")), providers: [third.provider: third.settings])
        let nonce = accounts.providers.issueNonce(for: app)
        let token = try third.token(subject, nonce: nonce, at: storage.clock.now)
        let refusal = await #expect(throws: AccountError.self) {
            try await accounts.signIn.signIn(
                with: ProviderCredential(provider: third.provider, idToken: token, nonce: nonce), to: app,
                context: context)
        }
        #expect(refusal?.code == .invalidToken)
    }

    /// The provider's operator may allow users to enter any address.
    @Test func `a custom provider's email address neither joins an account nor lets others join`() async throws {
        let storage = try TestStorage()
        let third = try ThirdProvider()
        let accounts = try await system(storage, third)
        let app = App(
            id: try #require(AppID("couple")), providers: [third.provider: third.settings], emailLinking: .verified)
        let owner = Identity(
            app: app.id, provider: .google, subject: "104", account: AccountID("owner"),
            claims: IdentityClaims(email: "test.user@example.com", emailVerified: true, emailIsAuthoritative: true),
            linkableEmail: "test.user@example.com", createdAt: storage.clock.now)
        try await storage.engine.write { [now = storage.clock.now] transaction throws(StorageError) in
            try transaction.insert(
                Account(
                    id: AccountID("owner"), app: app.id, createdAt: now, lastSignInAt: now,
                    profile: StoredProfile(updatedAt: now)))
            try transaction.insert(owner)
        }
        let nonce = accounts.providers.issueNonce(for: app)
        let token = try third.token(
            "1", nonce: nonce, email: "test.user@example.com", at: storage.clock.now, more: ["hd": "example.com"])
        let signIn = try await accounts.signIn.signIn(
            with: ProviderCredential(provider: third.provider, idToken: token, nonce: nonce), to: app, context: context)
        let identity = try #require(signIn.view.identities.first)
        #expect(signIn.isNew && signIn.view.account.id != AccountID("owner"))
        #expect(identity.claims.email == "test.user@example.com" && !identity.claims.emailIsAuthoritative)
        #expect(identity.linkableEmail == nil && identity.provedAddress == nil)
    }

    @Test func `an app without the provider rejects its tokens`() async throws {
        let storage = try TestStorage()
        let third = try ThirdProvider()
        let accounts = try await system(storage, third)
        let app = App(id: try #require(AppID("couple")), providers: [:])
        let nonce = accounts.providers.issueNonce(for: app)
        let token = try third.token("1", nonce: nonce, at: storage.clock.now)
        let refusal = await #expect(throws: AccountError.self) {
            try await accounts.signIn.signIn(
                with: ProviderCredential(provider: third.provider, idToken: token, nonce: nonce), to: app,
                context: context)
        }
        #expect(refusal?.code == .providerRequired)
    }

    @Test func `an import accepts a provider's users only if the server knows the provider`() throws {
        let third = try ThirdProvider()
        let app = App(id: try #require(AppID("couple")), providers: [third.provider: third.settings])
        func line(_ subject: String, _ directory: ProviderDirectory) throws -> ImportLine {
            let text = #"{"identities":[{"provider":"example","subject":"\#(subject)"}]}"#
            return try #require(
                ImportLine(Array(text.utf8), number: 1, app: app, directory, now: Date(timeIntervalSince1970: 1)))
        }
        #expect(try line("Ab|1", third.directory).content.get().identities.first?.provider == third.provider)
        let strange = try line("a b", third.directory)
        let unknown = try line("1", .builtIn)
        let text = #"{"identities":[{"provider":"example","email":"a@example.com","emailVerified":true}]}"#
        let byAddress = try #require(
            ImportLine(Array(text.utf8), number: 1, app: app, third.directory, now: Date(timeIntervalSince1970: 1)))
        for refused in [strange, unknown, byAddress] {
            #expect(throws: AccountError.self) { try refused.content.get() }
        }
    }

    private func system(_ storage: TestStorage, _ third: ThirdProvider) async throws -> Services {
        let masterKey = try MasterKey.test()
        let keys = try await KeyRing(
            storage: storage.engine, environment: storage.environment, masterKey: masterKey,
            schedule: KeyRotationSchedule())
        return Services(
            storage: storage.engine, environment: storage.environment,
            credentials: try third.verifier(at: { storage.clock.now }), definitions: third.directory, keys: keys,
            masterKey: masterKey, publicURL: "https://sign-in.example.com")
    }
}
