import SesameAccounts
import SesameProviders

extension App {
    /// The app as the development providers know it: the clients that they make tokens for.
    var developmentApp: DevelopmentApp {
        let google = providers[.google]?.clientIDs ?? []
        return DevelopmentApp(
            name: id.description, googleWebClientID: google.first, googleIOSClientID: google.dropFirst().first,
            appleClientIDs: providers[.apple]?.clientIDs ?? [])
    }
}
