import Foundation
import Sesame
import SesameAppwrite
import SesameCore
import SesameFirebase

/// The environment in which an app runs: its server, storage, network and clock.
struct AppEnvironment {
    let server: URL
    let storage: StorageLocation
    let network: Network
    let clock: AuthClock

    /// Returns the app's configuration for Sesame's native API.
    func sesame(_ app: PhoneApp) -> AuthConfiguration {
        var configuration = AuthConfiguration.production(
            server: server, app: app.id, storage: storage, transport: network)
        configuration.clock = clock
        return configuration
    }

    /// Returns the app's configuration for Appwrite's protocol. Appwrite has no profiles, so the native ones are used.
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

    /// Returns the app's configuration for Firebase's protocol, with the demo's server in place of Google's services.
    func firebase(_ app: PhoneApp) -> AuthConfiguration {
        let network = network
        let project = FirebaseProject(
            id: app.id, apiKey: "AIzaSy-example-\(app.id)", host: .server(server), authenticatorIssuer: app.id)
        var configuration = AuthConfiguration(
            service: FirebaseAuthService(project, transport: network), storage: storage, clock: clock)
        configuration.profiles = {
            FirestoreProfileService(project, layout: app.document, auth: $0, transport: network)
        }
        // The server itself distinguishes a user's devices.
        configuration.pushes = {
            FirebasePushTokenService(
                project, fields: FirestorePushFields(devices: nil), auth: $0, transport: network)
        }
        return configuration
    }
}

extension ClientKind {
    /// Returns the app's configuration for the client, or for Appwrite's protocol if the app has an Appwrite project.
    func configuration(of app: PhoneApp, in place: AppEnvironment) -> AuthConfiguration {
        if let project = app.appwriteProject { return place.appwrite(app, project: project) }
        return switch self {
        case .sesame: place.sesame(app)
        case .firebase: place.firebase(app)
        }
    }
}
