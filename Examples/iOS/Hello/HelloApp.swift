import FirebaseCore
import FirebaseMessaging
import Foundation
import Sesame
import SesameApple
import SesameUI
import SwiftUI

@main struct HelloApp: App {
    @UIApplicationDelegateAdaptor private var pushes: PushDelegate
    @State private var client = SesameClient(
        Self.configuration, allowsGuests: true, pushTokens: FirebaseTokenSource())

    #if DEBUG
        // The configuration for `make run` on this Mac: a browser sheet shows its development Apple and Google.
        private static let configuration = AuthConfiguration.development(
            server: address("http://127.0.0.1:8080"), app: "couple", storage: .keychain(name: "hello development"),
            redirectURI: "com.example.couple:/callback")
    #else
        private static let configuration = AuthConfiguration.production(
            server: address("https://sign-in.example.com"), app: "hello", storage: .keychain(name: "hello"),
            apple: AppleSheetSource(), google: GoogleWebSignIn(iOS: "…-….apps.googleusercontent.com"))
    #endif

    private static func address(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("\(text) is not a URL") }
        return url
    }

    init() { FirebaseApp.configure() }

    var body: some Scene {
        WindowGroup {
            AuthGate(client) { _ in
                NavigationStack {
                    Form {
                        ProfileSection(client) { draft in
                            TextField("Name", text: draft[.string("name"), or: ""])
                        }
                        Button("Notify me") { Task { await pushes.ask() } }
                        NavigationLink("Your account") { AccountView(client) }  // with sign-out and deletion
                    }
                }
            }
            .task { await pushes.run(for: client, deviceToken: .handedOver { Messaging.messaging().apnsToken = $0 }) }
            .task { await FirebaseTokenSource.follow(client) }
        }
    }
}
