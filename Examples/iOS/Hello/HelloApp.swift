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
        options = SignInOptions(configuration, allowsGuests: true)
        _state = State(initialValue: AppState(auth: AuthManager(configuration), profiles: NoOnboarding()))
    }

    /// Your server. The session is kept in the Keychain, and Apple's sheet signs in.
    private static var configuration: AuthConfiguration {
        guard let server = URL(string: "https://sign-in.example.com") else { return .mock() }
        return .production(
            server: server, app: "hello", store: KeychainSessionStore(name: "hello"), apple: AppleSheetSource())
    }

    var body: some Scene {
        WindowGroup {
            NavigationStack {
                // The sign-in, until somebody is signed in; then the app.
                AuthGate(state, options: options) { _ in
                    EmptyView()
                } content: { user in
                    VStack {
                        Text("Hello, \(user.displayName ?? "guest")")
                        // Name, devices, sign-out, and the deletion that Apple's rules ask for.
                        AccountView(state, options: options)
                    }
                }
            }
        }
    }
}

/// Nobody has to fill anything in.
private struct NoOnboarding: ProfileSource {
    func load(for user: UserAuthInfo) async -> ProfileAnswer { .found(.finished) }
}
