import Sesame
import SesameApple
import SesameUI
import SwiftUI

@main struct CastMateApp: App {
    @State private var client = SesameClient(AppEnvironment.current.configuration, roles: AppEnvironment.roles)

    var body: some Scene {
        WindowGroup {
            AuthGate(client, fields: AppEnvironment.registrationFields, texts: AppEnvironment.texts) { _ in
                NavigationStack { AccountView(client, texts: AppEnvironment.texts) }
            }
        }
    }
}
