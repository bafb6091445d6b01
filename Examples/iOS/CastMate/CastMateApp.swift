import Sesame
import SesameUI
import SwiftUI

@main struct CastMateApp: App {
    private let options: SignInOptions
    @State private var state: AppState

    init() {
        let environment = AppEnvironment.current
        options = environment.options
        let manager = AuthManager(environment.configuration)
        _state = State(initialValue: AppState(auth: manager, profiles: NoOnboarding()))
    }

    var body: some Scene {
        WindowGroup {
            NavigationStack {
                AuthGate(
                    state, options: options, fields: AppEnvironment.registrationFields, texts: AppEnvironment.texts
                ) { _ in
                    EmptyView()
                } content: { _ in
                    AccountView(state, options: options)
                }
            }
        }
    }
}

/// CastMate's people are done once they have registered.
private struct NoOnboarding: ProfileSource {
    func load(for user: UserAuthInfo) async -> ProfileAnswer { .found(.finished) }
}
