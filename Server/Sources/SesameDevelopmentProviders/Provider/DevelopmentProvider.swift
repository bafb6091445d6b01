import Foundation
import SesameTokens
import SesameWire

/// A development version of Google or Apple, which signs tokens in the vendor's format with its own published keys.
///
/// Nothing here is secret or secure: any caller can sign in as any user. It is for a developer's machine and for tests.
package final class DevelopmentProvider: Sendable {
    package let kind: ProviderKind
    let dialect: any ProviderDialect
    let people: DevelopmentUsers
    let keys: DevelopmentKeyRing
    let faults: FaultPlan
    let grants = GrantStore()
    let apps: DevelopmentApps
    let clock: DevelopmentClock
    private let automatic = Locked(AutoApproval?.none)
    let random: @Sendable (Int) -> [UInt8]

    init(
        _ dialect: some ProviderDialect,
        apps: DevelopmentApps,
        clock: DevelopmentClock,
        faults: FaultPlan,
        keys source: ProviderKeySource,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        kind = dialect.kind
        self.dialect = dialect
        self.apps = apps
        self.clock = clock
        self.faults = faults
        self.random = random
        people = DevelopmentUsers(provider: dialect.kind)
        keys = DevelopmentKeyRing(count: dialect.keyCount, source: source) { dialect.keyID(random) }
    }

    /// The issuer of the tokens: the vendor's, unless the provider is configured with another one.
    package var issuer: String { dialect.issuer }

    /// The key set's path, below the providers' base URL.
    package var keysPath: String { dialect.keysPath }

    /// The path of the authorization endpoint, to which browsers are redirected, below the providers' base URL.
    package var authorizationPath: String { dialect.authorizationPath }

    /// The token endpoint's path, below the providers' base URL.
    package var tokenPath: String { dialect.tokenPath }

    /// The revocation endpoint's path, below the providers' base URL.
    package var revocationPath: String { dialect.revocationPath }

    /// The decision that the authorization endpoint applies without a page; nil to show the page.
    package var autoApproval: AutoApproval? {
        get { automatic.withLock(\.self) }
        set { automatic.withLock { $0 = newValue } }
    }

    /// Returns the published key set (JWKS) as JSON.
    package func keySet() async throws(ProviderError) -> [UInt8] {
        JSONWebKeySet(try await keys.published().map(\.publicKey)).serialized()
    }

    /// Removes the signing key from the set, signs with the next one and publishes a new one.
    ///
    /// - Parameter replacingAll: True to replace all keys at once, as after a theft.
    package func rotateKeys(replacingAll: Bool = false) {
        if replacingAll { keys.replaceAll() } else { keys.rotate() }
    }

    /// Returns a Test User as the app receives them: at Apple, the subject and the relay address depend on the app's
    /// team. Throws if the number is out of range.
    package func testUser(_ number: Int, for app: DevelopmentApp) throws(ProviderError) -> DevelopmentUser {
        try people.testUser(number, team: app.appleTeamID)
    }
}

// MARK: - Minting

extension DevelopmentProvider {
    /// Mints an ID token as the provider's native SDK returns it; at Apple, together with an authorization code.
    package func mint(_ order: MintRequest) async throws(ProviderError) -> MintedToken {
        var press = try await press(for: order)
        guard kind == .apple else { return try press.token(for: order.person) }
        let person = try people.person(order.person, team: press.client.team)
        let code = newCredential(.code)
        press.accompanyingHash = CredentialHash.code(code).text
        var token = try press.token(of: person)
        token.authorizationCode = code
        addNativeCode(code, for: press.client, person: person)
        return token
    }

    /// Mints a batch of distinct ID tokens on all cores. A token takes 0.6 ms of one core.
    package func mint(_ order: MintRequest, batch: TokenBatch) async throws(ProviderError) -> [String] {
        let recipients = try batch.recipients(of: order)
        let press = try await press(for: order)
        return try await batch.tokens(for: recipients, by: press)
    }

    func newCredential(_ shape: CredentialFormat) -> String {
        dialect.credential(shape, random)
    }

    func press(for order: MintRequest) async throws(ProviderError) -> TokenMinter {
        let client = try apps.client(order.client, at: kind)
        let key = try await keys.key(order.key)
        return TokenMinter(
            dialect: dialect, client: client, people: people, order: order,
            effects: faults.strike(kind, .token, where: \.concernsClaims), key: key,
            issuedAt: Int(clock.now.timeIntervalSince1970.rounded(.down)), random: random)
    }
}
