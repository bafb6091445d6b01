import Foundation
import Sesame
import SesameApple
import SesameUI
import SwiftUI

@main struct HelloApp: App {
    private let options: SignInOptions
    @State private var state: AppState

    init() {
        let configuration = Self.configuration
        options = SignInOptions(configuration)
        _state = State(initialValue: AppState(auth: AuthManager(configuration), profiles: NoOnboarding()))
    }

    private static var configuration: AuthConfiguration {
        #if DEBUG
            // `make run` on this Mac: a browser's sheet shows its development Apple and Google.
            .development(
                server: address("http://127.0.0.1:8080"), app: "couple", browser: WebSheet(cookies: .ephemeral),
                redirectURI: "com.example.couple:/callback")
        #else
            .production(
                server: address("https://sign-in.example.com"), app: "hello",
                store: KeychainSessionStore(name: "hello"), apple: AppleSheetSource())
        #endif
    }

    private static func address(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
        return url
    }

    var body: some Scene {
        WindowGroup {
            NavigationStack {
                // The sign-in, until somebody is signed in; then the app.
                AuthGate(state, options: options) { _ in
                    EmptyView()
                } content: { _ in
                    // The name, the sign-out, and the deletion that the App Store asks for.
                    AccountView(state, options: options)
                }
            }
        }
    }
}

/// Nobody has to fill anything in.
private struct NoOnboarding: ProfileSource {
    func load(for user: UserAuthInfo) async -> ProfileAnswer { .found(.finished) }
}
