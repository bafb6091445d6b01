import Sesame
import SesameApple
import SesameTexts
import SesameUI
import SwiftUI

/// An app that registers the device for the signed-in user with Apple's own push service. With Firebase's, it would use
/// `FirebaseTokenSource` of `Bridges`.
@main struct PrysmApp: App {
    @UIApplicationDelegateAdaptor private var pushes: PushDelegate
    @State private var client = SesameClient(
        Surroundings(app: "prysm").configuration(apple: AppleSheetSource(), google: Surroundings.google),
        onboarding: .form, pushTokens: APNsTokenSource())

    var body: some Scene {
        WindowGroup {
            AuthGate(client) { _ in
                NameForm(client)
            } content: { user in
                NavigationStack {
                    Form {
                        Section {
                            Text("Hello \(user.displayName ?? "there")")
                            Button("Notify me") { Task { await pushes.ask() } }
                        }
                        ProfileSection(client) { draft in
                            TextField("Name", text: draft[.string("displayName"), or: ""])
                        }
                        NavigationLink(Texts()[.accountTitle]) { AccountView(client) }
                    }
                    .navigationTitle("Prysm")
                }
            }
            .task { await pushes.run(for: client) }
        }
    }
}
