#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    extension View {
        /// Asks which of two accounts it is to be, when the way that was chosen here has one already.
        /// - Parameter chosen: The way; nil while none was chosen here. Another view's choice is not this one's to show.
        func asksForAccount(
            _ state: AppState, _ options: SignInOptions, chosen: Binding<SignInOptions.Way?>, role: String?,
            texts: Texts
        ) -> some View {
            asksForAccount(
                state, for: chosen.wrappedValue.flatMap { options.source(for: $0) }, role: role, texts: texts
            ) { chosen.wrappedValue = nil }
        }

        /// Asks which of two accounts it is to be, when what that source has brought is of one already.
        /// - Parameters:
        ///   - source: The source; nil while none was asked here.
        ///   - end: Called once the choice is carried out.
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

        /// A button for each choice. Its question is the one that was shown: the dialog is put away before it acts.
        @ViewBuilder private func choices() -> some View {
            if let question = state.accountChoice {
                ForEach(question.choices, id: \.self) { choice in
                    switch choice {
                    case .merge: Button(texts[.chooseAccountMerge]) { settle(choice, in: question) }
                    // A guest leaves their account behind by it.
                    case .switch:
                        Button(texts[.chooseAccountSwitch], role: isGuest ? .destructive : nil) {
                            settle(choice, in: question)
                        }
                    case .keep: Button(texts[.chooseAccountKeep], role: .cancel) { settle(choice, in: question) }
                    }
                }
            }
        }

        private func settle(_ choice: ConflictChoice, in question: AccountChoice) {
            Task {
                await state.choose(choice, in: question, by: source, role: role)
                end()
            }
        }

        private var mustChoose: Binding<Bool> {
            Binding(
                get: { @MainActor in source != nil && state.accountChoice != nil },
                set: { @MainActor isPresented in
                    // A choice that is carried out by now has put its question away itself.
                    if !isPresented, state.accountChoice != nil { state.dismissProblem() }
                })
        }
    }
#endif
