import NIOCore
package import SesameHTTP
package import SesameTokens
import SesameWire

/// The development versions of Google, Apple and FCM, for sign-ins and push notifications without accounts at the
/// vendors and without internet access.
///
/// The vendors' own paths are below `/google`, `/apple` and `/fcm`; the control API is below `/__dev`. Any caller can
/// sign in as any user. The providers are for a developer's machine, and a production server must refuse them.
package final class DevelopmentProviders: Sendable {
    package let apps: [DevelopmentApp]
    /// The clock that the providers share with the server.
    package let clock: DevelopmentClock
    package let google: DevelopmentProvider
    package let apple: DevelopmentProvider
    /// The development version of Firebase Cloud Messaging.
    package let fcm: DevelopmentFCM
    /// The emails and texts that the server sends to users.
    package let inbox: DevelopmentInbox
    /// Google's Cross-Account Protection, with its notification streams.
    let risc: DevelopmentRISC
    /// Apple's API for transferring the users of apps to another team.
    let transfers: DevelopmentTransfers
    /// The simulated failures of Google and Apple.
    package let faults: FaultPlan
    /// The log of requests to the vendors' paths.
    package let requests: RequestLog
    private let address: Locked<String>
    private let server = Locked(String?.none)
    let pause: @Sendable (Duration) async -> Void

    /// Creates the providers, and starts to create FCM's key in the background.
    ///
    /// - Parameters:
    ///   - apps: The apps to register.
    ///   - baseURL: The URL at which clients and the server reach the providers, without a slash at the end.
    ///   - issuers: The issuers that replace the vendors' own, by provider.
    ///   - clock: The clock that the providers share with the server.
    ///   - keys: The source of RSA keys.
    ///   - random: A function that returns the given number of random bytes, for credentials, key ids and hashes.
    ///   - pause: A function that waits before a slow response.
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

    /// The URL at which clients and the server reach the providers, without a slash at the end. If the port is not
    /// known in advance, set the URL after the start.
    package var baseURL: String {
        get { address.withLock(\.self) }
        set { address.withLock { $0 = newValue } }
    }

    /// The URL of the server that receives notifications, without a slash at the end; nil if there is no server yet.
    package var serverURL: String? {
        get { server.withLock(\.self) }
        set { server.withLock { $0 = newValue } }
    }

    package var all: [DevelopmentProvider] { [google, apple] }

    /// The limits of the providers' HTTP server, with a timeout of five minutes, so that one request can mint 50,000
    /// tokens.
    package static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.requestTimeout = .minutes(5)
        return limits
    }

    /// Returns the profile with which the server verifies a provider's tokens: the vendor's, but with the URL of the
    /// keys published here, and with the provider's issuer if it is not the vendor's.
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

    /// Returns the URL of a provider's key set, which has the vendor's path below the base URL.
    package func keysURL(of provider: ProviderKind) -> String {
        baseURL + self[provider].keysPath
    }

    /// Returns the URLs of a provider's authorization, token and revocation endpoints.
    package func endpoints(of provider: ProviderKind) -> ProviderEndpoints {
        let baseURL = baseURL
        let provider = self[provider]
        return ProviderEndpoints(
            authorization: baseURL + provider.authorizationPath, token: baseURL + provider.tokenPath,
            revocation: baseURL + provider.revocationPath)
    }

    /// Returns the development version of Google or Apple.
    package subscript(kind: ProviderKind) -> DevelopmentProvider {
        switch kind {
        case .google: google
        case .apple: apple
        }
    }

    /// Resets users, consents, codes, tokens, automatic approvals, pushes, messages, notification streams, faults,
    /// clock and request log. Apple's transfer API keeps its keys and access tokens.
    ///
    /// - Parameter replacingKeys: True to replace all signing keys of Google and Apple too.
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

    /// Returns `count` bytes from the system's random number generator.
    @Sendable
    package static func systemRandom(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
