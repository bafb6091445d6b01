package import SesameAccounts
package import SesameHTTP
package import SesameSurface

/// The native API and related surfaces: ID token exchange, discovery, and notifications from Apple and Google.
package enum NativeSurfaces {
    /// Creates the surfaces, the native API first.
    package static func all(
        accounts: Services, apps: AppDirectory, log: SecurityLog, cors: CORSPolicy
    ) -> [Surface] {
        [
            NativeAPI(accounts: accounts, apps: apps, log: log).surface(cors: cors),
            IDTokenExchangeAPI(accounts: accounts, apps: apps, log: log).surface(cors: cors),
            DiscoveryAPI(accounts: accounts, providers: apps.providers).surface(cors: cors),
            AppleNotificationAPI(accounts: accounts, apps: apps, log: log).surface(),
            GoogleNotificationAPI(accounts: accounts, apps: apps, log: log).surface(),
        ]
    }
}
