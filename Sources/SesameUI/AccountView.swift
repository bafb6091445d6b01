#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    import SesameCore
    public import SesameTexts
    public import SwiftUI

    /// The account screen: who is signed in, the sign-out, and the deletion, which the App Store wants inside the app.
    ///
    /// A deletion is asked about first. Where the server wants a recent sign-in, the person proves once more that it is
    /// them; who has a second factor shows that. What it leaves to them is said by the ``AuthGate``, since this screen goes with the account; an app without
    /// one shows `AppState.deletion` itself.
    public struct AccountView: View {
        private enum Question {
            case signOut, deletion
        }

        private let state: AppState
        private let options: SignInOptions
        private let texts: Texts
        @State private var question: Question?
        @State private var code = ""

        /// The screen for the app's state and its ways to sign in.
        public init(_ state: AppState, options: SignInOptions, texts: Texts = Texts()) {
            self.state = state
            self.options = options
            self.texts = texts
        }

        /// The view.
        public var body: some View {
            Form {
                Section {
                    if let user = state.currentUser { Text(name(of: user)) }
                    ProblemView(state, texts: texts)
                }
                Section {
                    Button(texts[.signOut]) { question = .signOut }
                    Button(texts[.deleteAccount], role: .destructive) { question = .deletion }
                }
            }
            .disabled(state.isBusy)
            .overlay { if state.isBusy { ProgressView() } }
            .navigationTitle(texts[.accountTitle])
            .confirmationDialog(texts[.signOutQuestion], isPresented: asks(.signOut), titleVisibility: .visible) {
                Button(texts[.signOut]) { Task { await state.signOut() } }
                Button(texts[.cancel], role: .cancel) {}
            }
            .confirmationDialog(
                texts[.deleteAccountQuestion], isPresented: asks(.deletion), titleVisibility: .visible
            ) {
                Button(texts[.deleteAccountConfirm], role: .destructive) { Task { await state.deleteAccount() } }
                Button(texts[.cancel], role: .cancel) {}
            } message: {
                Text(texts[.deleteAccountText])
            }
            .confirmationDialog(
                texts[.confirmIdentityTitle], isPresented: asksForProof, titleVisibility: .visible
            ) {
                ForEach(ways, id: \.self) { way in
                    Button(texts[way == .apple ? .signInWithApple : .signInWithGoogle]) { delete(confirmedBy: way) }
                }
                Button(texts[.cancel], role: .cancel) {}
            } message: {
                Text(texts[.confirmIdentityText])
            }
            .alert(texts[.secondFactorTitle], isPresented: asksForFactor) {
                TextField(texts[.secondFactorCode], text: $code)
                Button(texts[.deleteAccountConfirm], role: .destructive) { delete(showing: code) }
                Button(texts[.cancel], role: .cancel) { code = "" }
            } message: {
                Text(texts[.secondFactorAppText])
            }
        }

        private var asksForFactor: Binding<Bool> {
            Binding(
                get: { @MainActor in state.problem.map { state.screen.step(for: $0) == .showSecondFactor } ?? false },
                set: { @MainActor isPresented in if !isPresented { state.dismissProblem() } })
        }

        private func delete(showing code: String) {
            self.code = ""
            let proof = SecondFactorProof(.code(Secret(code)))
            Task { await state.deleteAccount(confirmedBy: .secondFactor(proof)) }
        }

        private func name(of user: UserAuthInfo) -> String {
            guard !user.isAnonymous else { return texts[.guest] }
            return (user.displayName ?? user.email).map { texts.text(.signedInAs, $0) } ?? texts[.accountTitle]
        }

        private var ways: [SignInOptions.Way] {
            state.currentUser.map { options.ways(confirming: $0) } ?? []
        }

        private func asks(_ asked: Question) -> Binding<Bool> {
            Binding(
                get: { @MainActor in question == asked },
                set: { @MainActor isPresented in if !isPresented, question == asked { question = nil } })
        }

        private var asksForProof: Binding<Bool> {
            Binding(
                get: { @MainActor in state.problem.map { state.screen.step(for: $0) == .confirmIdentity } ?? false },
                set: { @MainActor isPresented in if !isPresented { state.dismissProblem() } })
        }

        private func delete(confirmedBy way: SignInOptions.Way) {
            guard let source = options.source(for: way, role: state.currentUser?.role) else { return }
            Task { await state.deleteAccount(confirmedBy: source) }
        }
    }
#endif
