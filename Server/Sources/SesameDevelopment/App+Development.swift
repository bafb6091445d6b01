import SesameAccounts
import SesameDevelopmentProviders
import SesameOperations
import SesameServer

extension App {
    /// Returns the app's registration at the development providers, with its web sign-in clients.
    func developmentApp(_ clients: [DevelopmentConfiguration.Client]) -> DevelopmentApp {
        let own = clients.filter { $0.app == id }
        let apple = own.first { $0.provider == .apple }
        let web = own.first { $0.provider == .google }?.clientID
        return DevelopmentApp(
            name: id.description, googleWebClientID: web,
            googleIOSClientID: providers[.google]?.clientIDs.first { $0 != web },
            appleClientIDs: providers[.apple]?.clientIDs ?? [], appleTeamID: apple?.teamID,
            firebaseProjectID: firebase?.projectID, firebaseAPIKey: firebase?.apiKeys.first,
            appwriteProjectID: appwrite?.projectID,
            appleServicesID: apple?.clientID)
    }
}
