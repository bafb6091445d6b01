import Sesame
import SesameApple
import SesameTexts
import SesameUI
import SwiftUI

/// The device is registered for whoever is signed in on it, by Apple's own push service; with Firebase's it would be
/// `FirebaseTokenSource` of `Bridges`.
@main struct PrysmApp: App {
    @UIApplicationDelegateAdaptor private var pushes: PushDelegate
    @State private var client = SesameClient(
        Surroundings(app: "prysm").configuration(apple: AppleSheetSource(), google: Surroundings.google),
        onboarding: .form, pushTokens: APNsTokenSource())

    var body: some Scene {
        WindowGroup {
            AuthGate(client) { _ in
                NavigationStack { NameForm(client) }
            } content: { _ in
                NavigationStack {
                    Form {
                        Section { Button("Notify me") { Task { await pushes.ask() } } }
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

/// The one page of the onboarding: the name that people are shown.
private struct NameForm: View {
    private let client: SesameClient
    @State private var name = ""
    @State private var problem: AuthError?

    init(_ client: SesameClient) {
        self.client = client
    }

    var body: some View {
        Form {
            if let problem { Text(Texts().message(for: problem)) }
            TextField("Name", text: $name)
            Button(Texts()[.done]) { Task { await finish() } }.disabled(name.isEmpty)
        }
        .navigationTitle(Texts()[.onboardingTitle])
        .task {
            // The name that the provider states is there already.
            if let draft = try? await client.profiles.draft() { name = draft[.string("displayName")] ?? "" }
        }
    }

    private func finish() async {
        do throws(AuthError) {
            var draft = try await client.profiles.draft()
            draft[.string("displayName")] = name
            try await client.profiles.complete(draft)
            client.state.completeOnboarding()
        } catch {
            problem = error
        }
    }
}
