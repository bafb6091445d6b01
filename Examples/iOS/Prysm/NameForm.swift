import Sesame
import SesameTexts
import SwiftUI

/// The single page of the onboarding: the display name, at first the one from the provider.
struct NameForm: View {
    private let client: SesameClient
    @State private var draft: ProfileDraft?
    @State private var problem: AuthError?
    @State private var isBusy = false

    init(_ client: SesameClient) {
        self.client = client
    }

    var body: some View {
        Form {
            if let problem {
                Text(Texts().message(for: problem))
                if draft == nil { Button(Texts()[.actionRetry]) { run(load) } }
            }
            if draft != nil {
                TextField("Name", text: name)
                Button(Texts()[.done]) { run(finish) }.disabled(name.wrappedValue.isEmpty)
            }
        }
        .disabled(isBusy)
        .overlay { if isBusy { ProgressView() } }
        .navigationTitle(Texts()[.onboardingTitle])
        .task { if draft == nil { run(load) } }
    }

    private var name: Binding<String> {
        Binding(
            get: { @MainActor in draft?[.string("displayName")] ?? "" },
            set: { @MainActor text in draft?[.string("displayName")] = text })
    }

    private func load() async throws(AuthError) {
        draft = try await client.profiles.draft()
    }

    private func finish() async throws(AuthError) {
        guard let draft else { return }
        try await client.profiles.complete(draft)
        client.state.completeOnboarding()
    }

    private func run(_ work: @escaping @MainActor () async throws(AuthError) -> Void) {
        guard !isBusy else { return }
        (isBusy, problem) = (true, nil)
        Task {
            defer { isBusy = false }
            do throws(AuthError) {
                try await work()
            } catch {
                problem = error
            }
        }
    }
}
