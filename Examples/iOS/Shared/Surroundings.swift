import Foundation
import Sesame
import SesameApple

/// The app's environment, read from its `Info.plist` and the launch arguments of UI tests.
struct Surroundings {
    /// The app's name in the server's configuration.
    let app: String

    /// Returns the configuration for the app's production server. A debug build uses a server on the developer's
    /// computer (`make run`), whose sign-ins with Apple and Google are pages in a browser sheet.
    func configuration(apple: some CredentialSource, google: GoogleWebSignIn? = nil) -> AuthConfiguration {
        #if DEBUG
            .development(
                server: address("SesameServer"), app: app, storage: developmentStorage,
                browser: WebSheet(cookies: .ephemeral), redirectURI: "com.example.\(app):/callback",
                transport: Self.developmentTransport)
        #else
            .production(
                server: address("SesameServer"), app: app, storage: .keychain(name: app),
                log: OSLogAuthLog(subsystem: "com.example.\(app)"), apple: apple, google: google)
        #endif
    }

    /// Google's sign-in, with the client ids of `Info.plist`; nil without them.
    static var google: GoogleWebSignIn? {
        guard let client = value("GIDClientID"), let server = value("GIDServerClientID") else { return nil }
        return GoogleWebSignIn(client: .iOS(id: client), serverClientID: server, browser: WebSheet())
    }

    /// Returns a URL from `Info.plist`. A missing or invalid URL stops the app.
    func address(_ key: String) -> URL {
        guard let url = Self.value(key).flatMap(URL.init(string:)) else { preconditionFailure("Info.plist: \(key)") }
        return url
    }

    /// The transport of requests to the app's own back end. In a debug build the back end may be another computer,
    /// reached by plain HTTP, as with the server of `sesame dev --lan`.
    static var transport: URLSessionTransport {
        #if DEBUG
            developmentTransport
        #else
            URLSessionTransport()
        #endif
    }

    #if DEBUG
        private static var developmentTransport: URLSessionTransport { URLSessionTransport(plainHTTP: .anywhere) }

        /// A separate storage, so that a development server never sees data of the real one. A UI test selects its own
        /// storage with a launch argument, which the system passes on as a preference.
        private var developmentStorage: StorageLocation {
            let test = UserDefaults.standard.string(forKey: "sesame-storage").map { " \($0)" } ?? ""
            return .keychain(name: "\(app) development\(test)")
        }
    #endif

    private static func value(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
}
