import NIOCore
package import SesameHTTP
package import SesameTokens
import SesameWire

/// The development Google, Apple and FCM: everything that a sign-in and a push need of them, without account and without
/// internet.
///
/// Their vendors' own paths stand below `/google` and `/apple`, the control of tests below `/__dev`. Anybody who
/// reaches them signs in as anybody: they are for a developer's machine, and a server in production must refuse them.
package final class DevelopmentProviders: Sendable {
    /// The apps that they know.
    package let apps: [DevelopmentApp]
    /// The clock that they share with the server.
    package let clock: DevelopmentClock
    package let google: DevelopmentProvider
    package let apple: DevelopmentProvider
    /// Firebase Cloud Messaging.
    package let fcm: DevelopmentFCM
    /// The mails and texts that the server sends to people.
    package let inbox: DevelopmentInbox
    /// Google's stream of notifications.
    let risc: DevelopmentRISC
    /// Apple's word for the people of apps that move to another team.
    let transfers: DevelopmentTransfers
    /// The planned faults of Google and Apple.
    package let faults: FaultPlan
    /// The requests on the vendors' paths.
    package let requests: RequestLog
    private let address: Locked<String>
    private let server = Locked(String?.none)
    let pause: @Sendable (Duration) async -> Void

    /// Providers for these apps. Their keys are made in the background from now on.
    ///
    /// - Parameters:
    ///   - apps: The apps.
    ///   - baseURL: The address under which clients and the server reach them, without a slash at the end.
    ///   - issuers: The `iss` of tokens, where it is not to be the vendor's.
    ///   - clock: The clock that they share with the server.
    ///   - keys: Where RSA keys come from.
    ///   - random: Gives so many random bytes, for key ids and hashes.
    ///   - pause: Lets time pass before a slow answer.
    package init(
        apps: [DevelopmentApp],
        baseURL: String = "http://localhost:8081",
        issuers: [ProviderKind: String] = [:],
        clock: DevelopmentClock = DevelopmentClock(),
        keys: ProviderKeySource = .generated,
        random: @escaping @Sendable (Int) -> [UInt8] = DevelopmentProviders.systemRandom,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.apps = apps
        self.clock = clock
        self.pause = pause
        address = Locked(baseURL)
        let faults = FaultPlan()
        self.faults = faults
        requests = RequestLog()
        let known = DevelopmentApps(apps)
        func provider(_ dialect: some ProviderDialect) -> DevelopmentProvider {
            var dialect = dialect
            if let issuer = issuers[dialect.kind] { dialect.issuer = issuer }
            return DevelopmentProvider(
                dialect, apps: known, clock: clock, faults: faults, keys: keys, random: random)
        }
        fcm = DevelopmentFCM(apps: apps, clock: clock, keys: keys, random: random)
        inbox = DevelopmentInbox(clock: clock)
        risc = DevelopmentRISC(fcm: fcm)
        transfers = DevelopmentTransfers(random: random)
        google = provider(GoogleDialect())
        apple = provider(AppleDialect())
    }

    /// The address under which clients and the server reach them; to be set when the port is known after the start
    /// only.
    package var baseURL: String {
        get { address.withLock(\.self) }
        set { address.withLock { $0 = newValue } }
    }

    /// The server's address, without a slash at the end: where notifications go. Nil until there is a server.
    package var serverURL: String? {
        get { server.withLock(\.self) }
        set { server.withLock { $0 = newValue } }
    }

    package var all: [DevelopmentProvider] { [google, apple] }

    /// The limits of the providers' HTTP server: time for 50,000 tokens at once.
    package static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.requestTimeout = .minutes(5)
        return limits
    }

    /// Returns the profile by which the server verifies a provider's tokens: as at the vendor's, but for the keys,
    /// which are those published here, and the issuer if the provider goes by a name of its own.
    package func profile(of provider: ProviderKind) -> ProviderProfile {
        var profile: ProviderProfile =
            switch provider {
            case .google: .google
            case .apple: .apple
            }
        profile.keysURL = keysURL(of: provider)
        let issuer = self[provider].issuer
        if !profile.issuers.contains(where: issuer.hasSameBytes) { profile.issuers = [issuer] }
        return profile
    }

    /// Returns the address of a provider's keys.
    package func keysURL(of provider: ProviderKind) -> String {
        baseURL + self[provider].keysPath
    }

    /// Returns the addresses for browsers, code exchange and revocation.
    package func endpoints(of provider: ProviderKind) -> ProviderEndpoints {
        let baseURL = baseURL
        let provider = self[provider]
        return ProviderEndpoints(
            authorization: baseURL + provider.authorizationPath, token: baseURL + provider.tokenPath,
            revocation: baseURL + provider.revocationPath)
    }

    /// One of them.
    package subscript(kind: ProviderKind) -> DevelopmentProvider {
        switch kind {
        case .google: google
        case .apple: apple
        }
    }

    /// Back to the start: people, consents, codes, tokens, automatic answers, pushes, messages, faults, clock and request log. Keys stay,
    /// unless they are to go too.
    package func reset(replacingKeys: Bool = false) {
        for provider in all {
            provider.people.reset()
            provider.grants.reset()
            provider.autoApproval = nil
            if replacingKeys { provider.rotateKeys(replacingAll: true) }
        }
        fcm.reset()
        inbox.clear()
        risc.reset()
        faults.clear()
        clock.reset()
        requests.clear()
    }

    /// Bytes of the system's random source.
    @Sendable
    package static func systemRandom(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
