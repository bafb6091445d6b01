import Foundation
import Sesame
import SesameApple
import SesameTexts

/// What the app is made of: the real thing, or a server on the developer's own computer (`make run`).
struct AppEnvironment {
    let configuration: AuthConfiguration

    static let roles = ["ACTEUR", "RECRUTEUR"]

    /// The profile's fields, as the server's configuration of the app names them.
    static let registrationFields = [
        RegistrationField("prenom", .givenName, isRequired: true),
        RegistrationField("nom", .familyName, isRequired: true),
        RegistrationField("bio"),
    ]

    /// The package's texts, with what people call the app's roles.
    static var texts: Texts {
        switch TextLanguage.preferred {
        case .french: Texts(.french, roles: ["ACTEUR": "Acteur", "RECRUTEUR": "Agence"])
        case .english: Texts(.english, roles: ["ACTEUR": "Actor", "RECRUTEUR": "Agency"])
        }
    }

    /// The values of `Info.plist`.
    static var current: AppEnvironment {
        let values = Bundle.main.infoDictionary ?? [:]
        guard let address = values["SesameServer"] as? String, let server = URL(string: address),
            let clientID = values["GIDClientID"] as? String,
            let serverClientID = values["GIDServerClientID"] as? String
        else { return AppEnvironment(.mock()) }
        #if DEBUG
            return .development(server: server)
        #else
            return .production(server: server, clientID: clientID, serverClientID: serverClientID)
        #endif
    }

    private init(_ configuration: AuthConfiguration) {
        self.configuration = configuration
    }

    private static func production(server: URL, clientID: String, serverClientID: String) -> AppEnvironment {
        AppEnvironment(
            .production(
                server: server, app: "castmate", storage: .keychain(name: "castmate"),
                log: OSLogAuthLog(subsystem: "com.example.castmate"), apple: AppleSheetSource(),
                google: GoogleWebSignIn(
                    client: .iOS(id: clientID), serverClientID: serverClientID, browser: WebSheet())))
    }

    private static func development(server: URL) -> AppEnvironment {
        // A place of its own: nothing of the real server is shown to a development server.
        AppEnvironment(
            .development(
                server: server, app: "castmate", storage: .keychain(name: "castmate development"),
                browser: WebSheet(cookies: .ephemeral), redirectURI: "com.example.castmate:/callback",
                // On a phone, the server is another computer: `sesame dev --lan`.
                transport: URLSessionTransport(plainHTTP: .anywhere)))
    }
}
