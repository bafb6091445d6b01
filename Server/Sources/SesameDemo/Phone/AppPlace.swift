import Foundation
import Sesame
import SesameAppwrite
import SesameCore
import SesameFirebase

/// A place where an app is made: its server, what it keeps, its network and its time.
struct AppPlace {
    let server: URL
    let storage: StorageLocation
    let network: Network
    let clock: AuthClock

    /// The app over the server itself.
    func sesame(_ app: PhoneApp) -> AuthConfiguration {
        var configuration = AuthConfiguration.production(
            server: server, app: app.id, storage: storage, transport: network)
        configuration.clock = clock
        return configuration
    }

    /// The app over a back end that speaks Appwrite's protocol, which has no profiles: these are the server's own.
    func appwrite(_ app: PhoneApp, project id: String) -> AuthConfiguration {
        let network = network
        let project = AppwriteProject(
            endpoint: server.appendingPathComponent("v1"), id: id, client: "appwrite-ios://example.\(app.id)")
        var configuration = AuthConfiguration(
            service: AppwriteAuthService(project: project, server: .sesame, transport: network), storage: storage,
            clock: clock)
        configuration.profiles = sesame(app).profiles
        configuration.pushes = { AppwritePushTokenService(project: project, auth: $0, transport: network) }
        return configuration
    }

    /// The app over its Firebase project, for which the server stands in under the ids of the app's configuration.
    func firebase(_ app: PhoneApp) -> AuthConfiguration {
        let network = network
        let project = FirebaseProject(
            id: app.id, apiKey: "AIzaSy-example-\(app.id)", host: .server(server), authenticatorIssuer: app.id)
        var configuration = AuthConfiguration(
            service: FirebaseAuthService(project, transport: network), storage: storage, clock: clock)
        configuration.profiles = {
            FirestoreProfileService(project, layout: app.document, auth: $0, transport: network)
        }
        // The server keeps the devices of a person apart itself.
        configuration.pushes = {
            FirebasePushTokenService(
                project, fields: FirestorePushFields(devices: nil), auth: $0, transport: network)
        }
        return configuration
    }
}

extension Client {
    /// An app over the back end that it has.
    func configuration(of app: PhoneApp, in place: AppPlace) -> AuthConfiguration {
        if let project = app.appwriteProject { return place.appwrite(app, project: project) }
        return switch self {
        case .sesame: place.sesame(app)
        case .firebase: place.firebase(app)
        }
    }
}
