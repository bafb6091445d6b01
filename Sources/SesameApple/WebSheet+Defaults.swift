#if canImport(AuthenticationServices)
    public import Foundation
    public import Sesame

    @available(iOSApplicationExtension, unavailable)
    extension GoogleWebSignIn {
        /// Creates a sign-in in the system's sheet, which shares the browser's cookies.
        ///
        /// - Parameters:
        ///   - id: The iOS client's id. The app's `CFBundleURLTypes` must contain the reversed client id
        ///     (`REVERSED_CLIENT_ID`, `com.googleusercontent.apps.…`) as a URL scheme.
        ///   - serverClientID: The web client's id, the audience of the ID token; if nil, the audience is the iOS
        ///     client.
        public init(iOS id: String, serverClientID: String? = nil) {
            self.init(client: .iOS(id: id), serverClientID: serverClientID, browser: WebSheet())
        }
    }

    @available(iOSApplicationExtension, unavailable)
    extension AuthConfiguration {
        /// Returns a configuration for a local server with development providers, whose sign-in pages open in the
        /// system's sheet. The sheet keeps no cookies, so each sign-in asks for the account.
        ///
        /// - Parameters:
        ///   - storage: A storage location for development only, so that a development server receives no data of the
        ///     real server.
        ///   - redirectURI: The redirect URI, as listed in the app's `redirectURIs` at the server, for example
        ///     `com.example.couple:/callback`.
        public static func development(
            server: URL, app: String, storage: StorageLocation, redirectURI: String
        ) -> AuthConfiguration {
            .development(
                server: server, app: app, storage: storage, browser: WebSheet(cookies: .ephemeral),
                redirectURI: redirectURI)
        }
    }
#endif
