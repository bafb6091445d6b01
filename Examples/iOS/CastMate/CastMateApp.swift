import Sesame
import SesameApple
import SesameUI
import SwiftUI

@main struct CastMateApp: App {
    @State private var client = SesameClient(AppEnvironment.current.configuration, roles: AppEnvironment.roles)

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
