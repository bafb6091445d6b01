import SesameAccounts
import SesameProviders

extension AppDirectory {
    /// The apps as the development providers know them: the clients that they make tokens for.
    var developmentApps: [DevelopmentApp] {
        apps.values.sorted { $0.id.description < $1.id.description }.map { app in
            DevelopmentApp(
                name: app.id.description, googleClientIDs: app.providers[.google]?.clientIDs ?? [],
                appleClientIDs: app.providers[.apple]?.clientIDs ?? [])
        }
    }
}
