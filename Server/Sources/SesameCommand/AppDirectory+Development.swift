import SesameAccounts
import SesameProviders

extension AppDirectory {
    /// The apps as the development providers know them: the clients that they make tokens for.
    var developmentApps: [DevelopmentApp] {
        apps.values.sorted { $0.id.description < $1.id.description }.map { app in
            let google = app.providers[.google]?.clientIDs ?? []
            return DevelopmentApp(
                name: app.id.description, googleWebClientID: google.first,
                googleIOSClientID: google.dropFirst().first,
                appleClientIDs: app.providers[.apple]?.clientIDs ?? [])
        }
    }
}
