import Foundation
import Logging
import SesameCore
import SesameDevelopment
import SesameDevelopmentProviders
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts
@testable import SesameOperations
@testable import SesameServer

/// Tests of the trusted issuers, with development providers in place of the real Apple and Google, or beside them.
struct IssuerTests {
    private static let providers: [Provider] = [.apple, .google]

    @Test(arguments: providers)
    func `the real and the development provider both sign in, each with its own keys`(provider: Provider) async throws {
        let world = World(.additional)
        let real = try await world.verify(try await world.real.token(provider))
        #expect(real.subject == World.subject)
        #expect(world.fetched == [World.realKeys(provider)])
        _ = try await world.verify(try await world.development.token(provider))
        #expect(world.fetched == [World.realKeys(provider), world.site.providers[provider]?.keysURL])
    }

    @Test(arguments: providers)
    func `one subject at the real and the development provider gives two identities`(provider: Provider) async throws {
        let world = World(.additional)
        let real = try await world.verify(try await world.real.token(provider))
        let development = try await world.verify(try await world.development.token(provider))
        #expect(real.subject != development.subject)
        #expect(development.subject == "development:" + World.subject)
        #expect(real.tokenDigest != development.tokenDigest)
    }

    @Test(arguments: providers)
    func `the two providers share key ids, so only keys and issuers tell them apart`(
        provider: Provider
    ) async throws {
        let world = World(.additional)
        var ids: Set<String?> = []
        for mint in [world.real, world.development] {
            let token = Array(try await mint.token(provider).text.utf8)
            ids.insert(try TokenInspection.unverified(token).header["kid"]?.string)
        }
        #expect(ids.count == 1)
    }

    @Test(arguments: providers)
    func `a development token with the real issuer is rejected`(provider: Provider) async throws {
        let world = World(.additional)
        for issuer in World.profile(provider).issuers {
            let forged = try await world.development.token(provider, issuer: issuer)
            await #expect(throws: World.refusal) { try await world.verify(forged) }
        }
        #expect(world.fetched.allSatisfy { $0 == World.realKeys(provider) })
    }

    @Test(arguments: providers)
    func `a real token with the development issuer is rejected`(provider: Provider) async throws {
        let world = World(.additional)
        let forged = try await world.real.token(provider, issuer: try #require(world.site.providers[provider]).issuer)
        await #expect(throws: World.refusal) { try await world.verify(forged) }
    }

    @Test func `a Google token presented as Apple's is rejected`() async throws {
        let world = World(.additional)
        for source in [world.real, world.development] {
            let token = try await source.token(.google)
            await #expect(throws: World.refusal) {
                try await world.verify(ProviderToken(provider: .apple, text: token.text))
            }
        }
    }

    @Test(arguments: [
        JSONValue.string("https://stranger.example"), "https://accounts.google.com/", "", 1, .null,
    ])
    func `a token of an unknown issuer is rejected without fetching any keys`(issuer: JSONValue) async throws {
        let world = World(.additional)
        let token = try await world.real.token(.google, claims: ["iss": issuer])
        await #expect(throws: World.refusal) { try await world.verify(token) }
        #expect(world.fetched.isEmpty)
    }

    @Test(arguments: providers)
    func `in place of the real providers, only development tokens are accepted`(provider: Provider) async throws {
        let world = World(.replacing)
        let accepted = try await world.verify(try await world.development.token(provider))
        #expect(accepted.subject == World.subject)
        await #expect(throws: World.refusal) { try await world.verify(try await world.real.token(provider)) }
        #expect(!world.fetched.contains(World.realKeys(provider)))
    }

    @Test(arguments: providers)
    func `the development provider signs in while the real one is unreachable`(provider: Provider) async throws {
        let world = World(.additional, isOnline: false)
        _ = try await world.verify(try await world.development.token(provider))
        await #expect(throws: Refused(code: .providerUnavailable)) {
            try await world.verify(try await world.real.token(provider))
        }
    }
}

/// A token, with the provider for which it is presented.
private struct ProviderToken: Sendable {
    let provider: Provider
    let text: String
}

/// The real providers at their own URLs, with test keys, together with the development ones.
private struct World: Sendable {
    static let subject = "000001.00000000000000000000000000000001.0001"
    static let refusal = Refused(code: .invalidToken)
    private static let realKeys = ProviderKeySource.reusing(1)
    private static let developmentKeys = ProviderKeySource.reusing(1)

    let site: DevelopmentServices
    let real: Mint
    let development: Mint
    private let verifier: CredentialVerifier
    private let log: Locked<[String]>

    init(_ role: DevelopmentServices.Role, isOnline: Bool = true) {
        let site = DevelopmentServices.development(
            "http://localhost:8081", serverURL: "http://127.0.0.1:8081", role: role)
        self.site = site
        real = Mint(issuers: [:], keys: Self.realKeys)
        development = Mint(
            issuers: role == .replacing
                ? [:] : [.google: "http://localhost:8081/google", .apple: "http://localhost:8081/apple"],
            keys: Self.developmentKeys)
        let log = Locked([String]())
        self.log = log
        verifier =
            ProviderVerifiers(
                .builtIn, developmentServices: site,
                source: Source(site: site, real: isOnline ? real : nil, development: development, log: log),
                environment: RuntimeEnvironment(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ).credentials
    }

    /// The URLs of the fetched key sets, in order.
    var fetched: [String] { log.withLock(\.self) }

    static func profile(_ provider: Provider) -> ProviderProfile { provider == .apple ? .apple : .google }

    /// Returns the documented URL of the vendor's keys, not taken from the code under test.
    static func realKeys(_ provider: Provider) -> String {
        switch provider {
        case .apple: "https://appleid.apple.com/auth/keys"
        default: "https://www.googleapis.com/oauth2/v3/certs"
        }
    }

    /// Returns the verified identity of the token. Throws ``Refused`` with the error code if the token is rejected.
    @discardableResult
    func verify(_ token: ProviderToken) async throws -> VerifiedIdentity {
        let app = App(
            id: try #require(AppID("mine")),
            providers: [token.provider: ProviderSettings(clientIDs: [Mint.clientID], defaultNonceForm: .raw)])
        do throws(AccountError) {
            return try await verifier.verify(
                ProviderCredential(provider: token.provider, idToken: Secret(token.text), nonce: nil), for: app,
                at: Date())
        } catch {
            throw Refused(code: error.code)
        }
    }
}

/// A development Apple and Google that sign test tokens. All instances use the same key ids, so that a key id does not
/// identify the instance.
private struct Mint: Sendable {
    static let clientID = "com.me.app"

    let providers: DevelopmentProviders

    init(issuers: [ProviderKind: String], keys: ProviderKeySource) {
        let count = Locked(UInt8(0))
        providers = DevelopmentProviders(apps: [], issuers: issuers, keys: keys) { size in
            let byte = count.withLock { count in
                count &+= 1
                return count
            }
            return Array(repeating: byte, count: size)
        }
    }

    func token(_ provider: Provider, issuer: String) async throws -> ProviderToken {
        try await token(provider, claims: ["iss": .string(issuer)])
    }

    func token(_ provider: Provider, claims: JSONObject = [:]) async throws -> ProviderToken {
        let order = MintRequest(
            client: .clientID(Self.clientID), person: .known(subject: World.subject, email: nil), claims: claims)
        return ProviderToken(provider: provider, text: try await self[provider].mint(order).idToken)
    }

    subscript(provider: Provider) -> DevelopmentProvider { provider == .apple ? providers.apple : providers.google }
}

/// A source that returns each provider's key set at its URL, and logs the URL.
private struct Source: JWKSSource {
    let site: DevelopmentServices
    let real: Mint?
    let development: Mint
    let log: Locked<[String]>

    func fetch(_ url: String) async throws -> JWKSResponse {
        log.withLock { $0.append(url) }
        for provider in [Provider.apple, .google] {
            if url == World.realKeys(provider), let real {
                return JWKSResponse(status: 200, body: try await real[provider].keySet())
            }
            if url == site.providers[provider]?.keysURL {
                return JWKSResponse(status: 200, body: try await development[provider].keySet())
            }
        }
        throw AuthError(.offline, "no network")
    }
}

/// The error code of a rejected token, as an error that tests compare.
private struct Refused: Error, Equatable {
    let code: AuthError.Code
}
