import NIOCore
package import SesameHTTP
package import SesameTokens
import SesameWire

/// The development Google, Apple and FCM: everything that a sign-in and a push need of them, without an account and
/// without internet access.
///
/// The vendors' own paths are below `/google` and `/apple`, the control API of tests is below `/__dev`. Any caller can
/// sign in as any user. The providers are for a developer's machine, and a production server must refuse them.
package final class DevelopmentProviders: Sendable {
    /// The registered apps.
    package let apps: [DevelopmentApp]
    /// The clock that the providers share with the server.
    package let clock: DevelopmentClock
    package let google: DevelopmentProvider
    package let apple: DevelopmentProvider
    /// Firebase Cloud Messaging.
    package let fcm: DevelopmentFCM
    /// The emails and texts that the server sends to users.
    package let inbox: DevelopmentInbox
    /// Google's notification stream.
    let risc: DevelopmentRISC
    /// Apple's API for transferring the users of apps to another team.
    let transfers: DevelopmentTransfers
    /// The planned faults of Google and Apple.
    package let faults: FaultPlan
    /// The log of requests to the vendors' paths.
    package let requests: RequestLog
    private let address: Locked<String>
    private let server = Locked(String?.none)
    let pause: @Sendable (Duration) async -> Void

    /// Creates the providers of these apps, and starts to create their keys in the background.
    ///
    /// - Parameters:
    ///   - apps: The registered apps.
    ///   - baseURL: The URL at which clients and the server reach the providers, without a slash at the end.
    ///   - issuers: The `iss` claims that replace the vendor's.
    ///   - clock: The clock that the providers share with the server.
    ///   - keys: The source of RSA keys.
    ///   - random: Returns the given number of random bytes, for key ids and hashes.
    ///   - pause: Waits before a slow response.
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

    /// The URL at which clients and the server reach the providers. Set it after the start if the port is not known
    /// before.
    package var baseURL: String {
        get { address.withLock(\.self) }
        set { address.withLock { $0 = newValue } }
    }

    /// The server's URL, without a slash at the end, to which notifications are sent; nil before there is a server.
    package var serverURL: String? {
        get { server.withLock(\.self) }
        set { server.withLock { $0 = newValue } }
    }

    package var all: [DevelopmentProvider] { [google, apple] }

    /// The limits of the providers' HTTP server, with a timeout that allows 50,000 tokens in one request.
    package static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.requestTimeout = .minutes(5)
        return limits
    }

    /// Returns the profile that the server uses to verify a provider's tokens. It is the vendor's, except for the keys,
    /// which are those published here, and the issuer if the provider is configured with its own.
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

    /// Returns the URL of a provider's key set.
    package func keysURL(of provider: ProviderKind) -> String {
        baseURL + self[provider].keysPath
    }

    /// Returns a provider's authorization, token and revocation endpoints.
    package func endpoints(of provider: ProviderKind) -> ProviderEndpoints {
        let baseURL = baseURL
        let provider = self[provider]
        return ProviderEndpoints(
            authorization: baseURL + provider.authorizationPath, token: baseURL + provider.tokenPath,
            revocation: baseURL + provider.revocationPath)
    }

    /// Returns the provider of that kind.
    package subscript(kind: ProviderKind) -> DevelopmentProvider {
        switch kind {
        case .google: google
        case .apple: apple
        }
    }

    /// Resets all state: users, consents, codes, tokens, automatic approvals, pushes, messages, faults, clock and
    /// request log. The keys are replaced only on request.
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

    /// Returns random bytes of the system's source.
    @Sendable
    package static func systemRandom(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
