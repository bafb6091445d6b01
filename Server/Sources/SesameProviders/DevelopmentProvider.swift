import Foundation
import SesameCore
import SesameTokens

/// A development form of Google or Apple: it signs tokens as the vendor's are, with keys that it publishes itself.
///
/// Nothing here is secret or safe: whoever reaches it is whom they say. It is for a developer's machine and for tests.
public final class DevelopmentProvider: Sendable {
    /// Which provider.
    public let kind: ProviderKind
    let dialect: any ProviderDialect
    let people: DevelopmentPeople
    let keys: KeyRing
    let faults: FaultPlan
    private let apps: DevelopmentApps
    private let clock: DevelopmentClock
    private let random: @Sendable (Int) -> [UInt8]

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
        people = DevelopmentPeople(provider: dialect.kind)
        keys = KeyRing(count: dialect.keyCount, source: source) { dialect.keyID(random) }
    }

    /// The vendor's true `iss`.
    public var issuer: String { dialect.issuer }

    /// The key set's path below the providers' address.
    public var keysPath: String { dialect.keysPath }

    /// The key set as it is published.
    public func keySet() async throws(ProviderError) -> [UInt8] {
        JSONWebKeySet(try await keys.published().map(\.publicKey)).serialized()
    }

    /// The signing key goes from the set, the next one signs, a new one is published; or all keys are replaced at once.
    public func rotateKeys(replacingAll: Bool = false) {
        if replacingAll { keys.replaceAll() } else { keys.rotate() }
    }

    /// Test User n, as an app of that team sees them; the team matters at Apple only.
    public func testUser(_ number: Int, for app: DevelopmentApp) throws(ProviderError) -> DevelopmentPerson {
        try people.testUser(number, team: app.appleTeamID)
    }
}

// MARK: - Minting

extension DevelopmentProvider {
    /// Mints a token.
    public func mint(_ order: TokenOrder) async throws(ProviderError) -> MintedToken {
        let press = try await press(for: order)
        return try press.token(for: order.person)
    }

    /// Mints so many tokens, no two of them the same, on all cores: 0.6 ms of one core each.
    public func mint(_ order: TokenOrder, batch: TokenBatch) async throws(ProviderError) -> [String] {
        let recipients = try batch.recipients(of: order)
        let press = try await press(for: order)
        return try await batch.tokens(for: recipients, by: press)
    }

    private func press(for order: TokenOrder) async throws(ProviderError) -> TokenPress {
        let client = try apps.client(order.client, at: kind)
        let key = try await keys.key(order.key)
        return TokenPress(
            dialect: dialect, client: client, people: people, order: order,
            effects: faults.strike(kind, .token), key: key,
            issuedAt: Int(clock.now.timeIntervalSince1970.rounded(.down)), random: random)
    }
}
