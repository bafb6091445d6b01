#if canImport(AuthenticationServices)
    public import Foundation
    public import Sesame

    @available(iOSApplicationExtension, unavailable)
    extension GoogleWebSignIn {
        /// A sign-in in the system's sheet, which knows whom the browser knows.
        /// - Parameters:
        ///   - id: The iOS client's id. In reverse it stands in the app's `CFBundleURLTypes`.
        ///   - serverClientID: The web client's id, which the token is made for; nil makes it for the iOS client.
        public init(iOS id: String, serverClientID: String? = nil) {
            self.init(client: .iOS(id: id), serverClientID: serverClientID, browser: WebSheet())
        }
    }

    @available(iOSApplicationExtension, unavailable)
    extension AuthConfiguration {
        /// A server on this computer with its development providers, whose page the system's sheet shows. It remembers
        /// nobody, so that each sign-in asks who it is to be.
        /// - Parameters:
        ///   - storage: A place of its own, that nothing of the real server is shown to a development server.
        ///   - redirectURI: The app's `redirectURIs` at the server have it, for example `com.example.couple:/callback`.
        public static func development(
            server: URL, app: String, storage: StorageLocation, redirectURI: String
        ) -> AuthConfiguration {
            .development(
                server: server, app: app, storage: storage, browser: WebSheet(cookies: .ephemeral),
                redirectURI: redirectURI)
        }
    }
#endif
