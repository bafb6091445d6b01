import Sesame
import SesameApple
import SesameUI
import SwiftUI

@main struct CastMateApp: App {
    @State private var client: SesameClient

    init() {
        let environment = AppEnvironment.current
        _client = State(
            initialValue: SesameClient(environment.configuration, options: environment.options))
    }

    var body: some Scene {
        WindowGroup {
            NavigationStack {
                AuthGate(client, fields: AppEnvironment.registrationFields, texts: AppEnvironment.texts) { _ in
                    AccountView(client)
                }
            }
        }
    }
}
