#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameTexts
    import SwiftUI

    /// The user's sign-in methods with a button to remove each method that can be removed, and buttons to add others.
    ///
    /// The view is a section of ``AccountView``, which asks for the confirmation that the server may require. It is
    /// empty for a guest.
    struct SignInMethodsView: View {
        private let state: AppState
        private let options: SignInOptions
        private let texts: Texts
        @State private var chosen: SignInOptions.Way?
        @State private var removed: LinkedMethod?
        private let form: Binding<PasswordForm?>

        /// Creates the section for the app's state and its sign-in methods.
        /// - Parameter form: The password form that the account screen presents; the section sets it.
        init(_ state: AppState, options: SignInOptions, form: Binding<PasswordForm?>, texts: Texts) {
            self.state = state
            self.options = options
            self.form = form
            self.texts = texts
        }

        var body: some View {
            if let user = state.currentUser, !user.isAnonymous {
                let methods = AccountMethods(of: user, options)
                Section {
                    Text(texts[.methodsTitle])
                        .font(.headline)
                        .accessibilityAddTraits(.isHeader)
                        .asksForAccount(state, options, chosen: $chosen, role: nil, texts: texts)
                        .confirmationDialog(
                            texts.text(.methodRemoveQuestion, removed.map { texts.name(ofMethod: $0.rawValue) } ?? ""),
                            isPresented: asksAboutRemoval, titleVisibility: .visible, actions: removal
                        ) {
                            Text(texts[.methodRemoveText])
                        }
                    ForEach(methods.present, id: \.self) { method in
                        HStack {
                            Text(texts.name(ofMethod: method.name))
                            Spacer()
                            if method.isPassword {
                                Button(texts[.passwordChange]) { show(PasswordForm(.change)) }.buttonStyle(.borderless)
                            }
                            if let removable = method.removable {
                                Button(texts[.remove], role: .destructive) { removed = removable }
                                    .buttonStyle(.borderless)
                            }
                        }
                    }
                    ForEach(methods.addable, id: \.self) { way in
                        Button(texts.text(.methodAdd, texts.name(ofMethod: way == .apple ? "apple" : "google"))) {
                            add(way)
                        }
                    }
                    if methods.canAddPassword {
                        Button(texts[.passwordAddTitle]) { show(PasswordForm(.addition)) }
                    }
                }
            }
        }

        private func show(_ form: PasswordForm) {
            self.form.wrappedValue = form
        }

        private func add(_ way: SignInOptions.Way) {
            guard !state.isBusy, let source = options.source(for: way) else { return }
            chosen = way
            Task {
                await state.link(using: source)
                if state.accountChoice == nil, state.unconfirmed == nil { chosen = nil }
            }
        }

        /// Returns the dialog's buttons. The remove button acts on the method that was shown, because the dialog is
        /// dismissed before the button acts.
        @ViewBuilder private func removal() -> some View {
            if let removed {
                Button(texts[.remove], role: .destructive) { Task { await state.unlink(removed) } }
            }
            Button(texts[.cancel], role: .cancel) {}
        }

        private var asksAboutRemoval: Binding<Bool> {
            Binding(
                get: { @MainActor in removed != nil },
                set: { @MainActor isPresented in if !isPresented { removed = nil } })
        }
    }
#endif
