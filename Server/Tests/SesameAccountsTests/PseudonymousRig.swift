import Foundation
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameAccounts

/// A pseudonymous test app with its own database. Tests change the versions of its key, as a restart with another
/// configuration does.
struct PseudonymousRig {
    let storage: TestStorage
    let apple: AppleDouble
    let accounts: Services
    let id: AppID
    let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        id = try #require(AppID("familysync"))
        apple = AppleDouble(serving: id, clock: storage.clock)
        accounts = try await .test(storage, apple)
    }

    /// Returns the app with the given versions of the pseudonym key; another app if a name is given.
    func app(
        _ versions: ClosedRange<Int> = 1...1, signUp: SignUpPolicy = .implicit, recognizesLegacyIDs: Bool = false,
        placeholder: PlaceholderClaims = PlaceholderClaims(), named name: String? = nil
    ) throws -> App {
        let id = try name.map { try #require(AppID($0)) } ?? id
        let pseudonymity = try #require(
            PseudonymSettings(
                try .test(versions), in: id, placeholder: placeholder, recognizesLegacyIDs: recognizesLegacyIDs))
        return App(
            id: id,
            providers: [
                .apple: ProviderSettings(
                    clientIDs: [AppleDouble.native, AppleDouble.web], defaultNonceForm: .sha256Hex)
            ],
            allowsAnonymous: true, signUp: signUp, privacy: .pseudonymous(pseudonymity))
    }

    func credential(
        _ subject: String, nonce: Secret, code: String? = nil, name: UnverifiedName? = nil
    ) throws -> ProviderCredential {
        ProviderCredential(
            provider: .apple, idToken: try apple.token(subject, nonce: Nonce(nonce).sha256Hex), nonce: nonce,
            code: code.map { Secret($0) }, statedName: name)
    }

    func signIn(
        _ subject: String = "1", to app: App, code: String? = nil, name: UnverifiedName? = nil
    ) async throws -> SignIn {
        let credential = try credential(subject, nonce: accounts.providers.issueNonce(for: app), code: code, name: name)
        return try await accounts.signIn.signIn(with: credential, to: app, context: context)
    }

    func caller(_ result: SignIn, of app: App) async throws -> Caller {
        try await accounts.sessions.authenticate(
            result.tokens(accounts).accessToken, app: app, apps: AppDirectory([app]))
    }

    /// Returns the stored subjects of an account's identities.
    func subjects(of account: AccountID) async throws -> [String] {
        try await storage.engine.read { [id] reader throws(StorageError) in
            try reader.identities(of: account, in: id)
        }.map(\.subject)
    }
}
