import Foundation
import Sesame
import SesameApple

/// The surroundings of an app, by its `Info.plist`, and by the UI test that launches it.
struct Surroundings {
    /// The app's name in the server's configuration.
    let app: String

    /// The configuration of the app: over its real server, or in a debug build over one on the developer's own computer
    /// (`make run`), whose Apple and Google are pages in a browser's sheet.
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

    /// Google's sign-in, by the client ids of `Info.plist`; nil where there are none.
    static var google: GoogleWebSignIn? {
        guard let client = value("GIDClientID"), let server = value("GIDServerClientID") else { return nil }
        return GoogleWebSignIn(client: .iOS(id: client), serverClientID: server, browser: WebSheet())
    }

    /// An address of `Info.plist`.
    func address(_ key: String) -> URL {
        guard let url = Self.value(key).flatMap(URL.init(string:)) else { preconditionFailure("Info.plist: \(key)") }
        return url
    }

    /// The way of requests to an app's own back end. In a debug build that may be another computer, by plain HTTP, as the
    /// server of `sesame dev --lan` is.
    static var transport: URLSessionTransport {
        #if DEBUG
            developmentTransport
        #else
            URLSessionTransport()
        #endif
    }

    #if DEBUG
        private static var developmentTransport: URLSessionTransport { URLSessionTransport(plainHTTP: .anywhere) }

        /// A place of its own: nothing of the real server is shown to a development server. A UI test names another one
        /// by an argument, which the system hands on as a preference.
        private var developmentStorage: StorageLocation {
            let test = UserDefaults.standard.string(forKey: "sesame-storage").map { " \($0)" } ?? ""
            return .keychain(name: "\(app) development\(test)")
        }
    #endif

    private static func value(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
}
