#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    extension View {
        /// Asks the user to choose between two accounts if the chosen sign-in method already has an account.
        /// - Parameter chosen: The sign-in method that the user chose in this view; nil if none, and then no question
        ///   is shown here.
        func asksForAccount(
            _ state: AppState, _ options: SignInOptions, chosen: Binding<SignInOptions.Way?>, role: String?,
            texts: Texts
        ) -> some View {
            asksForAccount(
                state, for: chosen.wrappedValue.flatMap { options.source(for: $0) }, role: role, texts: texts
            ) { chosen.wrappedValue = nil }
        }

        /// Asks the user to choose between two accounts if the source's credential already has an account.
        /// - Parameters:
        ///   - source: The source that this view used; nil if none, and then no question is shown here.
        ///   - end: Called after the request for the choice has succeeded or failed.
        func asksForAccount(
            _ state: AppState, for source: (any CredentialSource)?, role: String?, texts: Texts,
            end: @escaping @MainActor () -> Void
        ) -> some View {
            modifier(AccountChoiceDialog(state: state, source: source, role: role, texts: texts, end: end))
        }
    }

    private struct AccountChoiceDialog: ViewModifier {
        let state: AppState
        let source: (any CredentialSource)?
        let role: String?
        let texts: Texts
        let end: @MainActor () -> Void

        func body(content: Content) -> some View {
            content.confirmationDialog(
                texts[.chooseAccountTitle], isPresented: mustChoose, titleVisibility: .visible, actions: choices
            ) {
                Text(isGuest ? texts[.chooseAccountGuestText] : texts[.chooseAccountText])
            }
        }

        private var isGuest: Bool { state.currentUser?.isAnonymous == true }

        /// Returns a button for each choice. A button acts on the question that was shown, because the dialog is
        /// dismissed before the button acts.
        @ViewBuilder private func choices() -> some View {
            if let question = state.accountChoice {
                ForEach(question.choices, id: \.self) { choice in
                    switch choice {
                    case .merge: Button(texts[.chooseAccountMerge]) { resolve(choice, in: question) }
                    // A guest leaves the guest account behind.
                    case .switch:
                        Button(texts[.chooseAccountSwitch], role: isGuest ? .destructive : nil) {
                            resolve(choice, in: question)
                        }
                    case .keep: Button(texts[.chooseAccountKeep], role: .cancel) { resolve(choice, in: question) }
                    }
                }
            }
        }

        private func resolve(_ choice: ConflictChoice, in question: AccountChoice) {
            Task {
                await state.choose(choice, in: question, by: source, role: role)
                end()
            }
        }

        private var mustChoose: Binding<Bool> {
            Binding(
                get: { @MainActor in source != nil && state.accountChoice != nil },
                set: { @MainActor isPresented in
                    // A choice that has been carried out has already dismissed its question.
                    if !isPresented, state.accountChoice != nil { state.dismissProblem() }
                })
        }
    }
#endif
