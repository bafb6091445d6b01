import Foundation
import Sesame
import SesameAppwrite
import SesameCore
import SesameFirebase

/// The back ends that a running app is made over.
struct AppServices {
    let accounts: any AuthServiceProtocol
    let profiles: @Sendable (AuthManager) -> any ProfileService
    let pushes: @Sendable (AuthManager) -> any PushTokenService

    /// Those of the server itself.
    static func sesame(_ app: PhoneApp, at server: URL, by network: Network) -> AppServices {
        AppServices(
            accounts: SesameAuthService(server: server, app: app.id, transport: network),
            profiles: { SesameProfileService(server: server, app: app.id, auth: $0, transport: network) },
            pushes: { SesamePushTokenService(server: server, app: app.id, auth: $0, transport: network) })
    }

    /// Those that speak Appwrite's protocol, which has no profiles: these are the server's own.
    static func appwrite(
        _ app: PhoneApp, project id: String, at server: URL, by network: Network
    ) -> AppServices {
        let project = AppwriteProject(
            endpoint: server.appendingPathComponent("v1"), id: id, client: "appwrite-ios://example.\(app.id)")
        return AppServices(
            accounts: AppwriteAuthService(project: project, server: .sesame, transport: network),
            profiles: sesame(app, at: server, by: network).profiles,
            pushes: { AppwritePushTokenService(project: project, auth: $0, transport: network) })
    }

    /// Those of the app's Firebase project, for which the server stands in under the ids of the app's configuration.
    static func firebase(_ app: PhoneApp, at server: URL, by network: Network) -> AppServices {
        let project = FirebaseProject(id: app.id, apiKey: "AIzaSy-example-\(app.id)", host: .server(server))
        return AppServices(
            accounts: FirebaseAuthService(project, transport: network),
            profiles: { FirestoreProfileService(project, layout: app.document, auth: $0, transport: network) },
            // The server keeps the devices of a person apart itself.
            pushes: {
                FirebasePushTokenService(
                    project, fields: FirestorePushFields(devices: nil), auth: $0, transport: network)
            })
    }
}

extension Client {
    /// The back ends of an app.
    func services(_ app: PhoneApp, at server: URL, by network: Network) -> AppServices {
        if let project = app.appwriteProject {
            return .appwrite(app, project: project, at: server, by: network)
        }
        return switch self {
        case .sesame: .sesame(app, at: server, by: network)
        case .firebase: .firebase(app, at: server, by: network)
        }
    }
}
