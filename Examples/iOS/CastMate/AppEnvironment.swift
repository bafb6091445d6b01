import Foundation
import Sesame
import SesameApple
import SesameTexts

/// What the app is made of: the real thing, or a server on the developer's own computer (`make run`).
struct AppEnvironment {
    let configuration: AuthConfiguration
    let options: SignInOptions
    /// The name of what is kept on the device: that of development is not that of the real server.
    let storage: StorageLocation

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
        else { return AppEnvironment(configuration: .mock(), storage: .memory) }
        #if DEBUG
            return .development(server: server)
        #else
            return .production(server: server, clientID: clientID, serverClientID: serverClientID)
        #endif
    }

    private init(configuration: AuthConfiguration, storage: StorageLocation) {
        self.configuration = configuration
        self.storage = storage
        options = SignInOptions(configuration, roles: ["ACTEUR", "RECRUTEUR"])
    }

    private static func production(server: URL, clientID: String, serverClientID: String) -> AppEnvironment {
        AppEnvironment(
            configuration: .production(
                server: server, app: "castmate", store: KeychainSessionStore(name: "castmate"),
                log: OSLogAuthLog(subsystem: "com.example.castmate"), apple: AppleSheetSource(),
                google: GoogleWebSignIn(
                    client: .iOS(id: clientID), serverClientID: serverClientID, browser: WebSheet())),
            storage: .keychain(name: "castmate"))
    }

    private static func development(server: URL) -> AppEnvironment {
        AppEnvironment(
            configuration: .development(
                server: server, app: "castmate", store: KeychainSessionStore(name: "castmate development"),
                browser: WebSheet(cookies: .ephemeral), redirectURI: "com.example.castmate:/callback",
                // On a phone, the server is another computer: `sesame dev --lan`.
                transport: URLSessionTransport(plainHTTP: .anywhere)),
            storage: .keychain(name: "castmate development"))
    }
}
