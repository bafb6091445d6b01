import Foundation
import Sesame
import SesameApple
import SesameUI
import SwiftUI

@main struct HelloApp: App {
    @State private var client = SesameClient(Self.configuration)

    #if DEBUG
        // `make run` on this Mac: a browser's sheet shows its development Apple and Google.
        private static let configuration = AuthConfiguration.development(
            server: address("http://127.0.0.1:8080"), app: "couple", storage: .keychain(name: "hello development"),
            browser: WebSheet(cookies: .ephemeral), redirectURI: "com.example.couple:/callback")
    #else
        private static let configuration = AuthConfiguration.production(
            server: address("https://sign-in.example.com"), app: "hello", storage: .keychain(name: "hello"),
            apple: AppleSheetSource())
    #endif

    private static func address(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
        return url
    }

    var body: some Scene {
        WindowGroup {
            NavigationStack {
                // The sign-in, until somebody is signed in; then the app.
                AuthGate(client) { _ in
                    // The name, the sign-out, and the deletion that the App Store asks for.
                    AccountView(client)
                }
            }
        }
    }
}
