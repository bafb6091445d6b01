#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameTexts
    import SwiftUI

    extension View {
        /// Presents the form for a sign-in or confirmation code in a sheet while `form` has a value.
        /// - Parameters:
        ///   - role: The role that the user chose before, in apps with roles.
        ///   - dismissed: Called when the form is no longer visible.
        func showsCodeForm(
            _ form: Binding<CodeForm?>, _ state: AppState, role: String? = nil, texts: Texts,
            dismissed: @escaping @MainActor () -> Void = {}
        ) -> some View {
            sheet(isPresented: form.isPresent { state.giveUp(form.wrappedValue) }, onDismiss: { dismissed() }) {
                NavigationStack { CodeView(state, form: form, role: role, texts: texts) }
                    .interactiveDismissDisabled(state.isBusy)
            }
        }
    }

    /// A form in two steps: the user enters an email address or phone number, unless it is already known, then the code
    /// sent to it.
    private struct CodeView: View {
        let state: AppState
        @Binding var form: CodeForm?
        let role: String?
        let texts: Texts

        init(_ state: AppState, form: Binding<CodeForm?>, role: String?, texts: Texts) {
            self.state = state
            _form = form
            self.role = role
            self.texts = texts
        }

        var body: some View {
            if let shown = form {
                Form {
                    Section {
                        Text(texts.instruction(for: shown))
                        ErrorView(state, texts: texts, besideCode: shown.sent != nil)
                    }
                    if shown.asksForReceiver {
                        Section { receiver(of: shown) }
                    } else if shown.sent != nil {
                        Section { TextField(texts[.secondFactorCode], text: text(\.code)).oneTimeCode() }
                    }
                    Section {
                        action(of: shown).disabled(!shown.isComplete)
                        Button(texts[.cancel], role: .cancel) {
                            state.giveUp(shown)
                            form = nil
                        }
                    }
                    if shown.sent != nil {
                        Section {
                            Button(texts[.codeAgain]) { send(shown) }
                            if shown.isReceiverOpen {
                                Button(texts[.codeElsewhere]) {
                                    state.dismissProblem()
                                    form?.chooseReceiver()
                                }
                            }
                        }
                    }
                }
                .disabled(state.isBusy)
                .overlay { if state.isBusy { ProgressView() } }
                .navigationTitle(texts.heading(of: shown))
                .asksForAccount(state, for: shown.source, role: role, texts: texts) {
                    if state.problem == nil { form = nil }
                }
            }
        }

        @ViewBuilder private func receiver(of shown: CodeForm) -> some View {
            let field = TextField(texts.label(of: shown.receivers), text: text(\.receiver))
            if shown.receivers == .phones { field.phoneNumber() } else { field.accountName() }
        }

        @ViewBuilder private func action(of shown: CodeForm) -> some View {
            Button(texts.action(of: shown), role: shown.sent != nil && shown.act == .deletion ? .destructive : nil) {
                if shown.sent == nil { send(shown) } else { use(shown) }
            }
        }

        private func send(_ shown: CodeForm) {
            Task {
                guard let next = await state.sendCode(of: shown, language: texts.language.rawValue) else { return }
                form = next
            }
        }

        private func use(_ shown: CodeForm) {
            Task { if await state.use(shown, role: role) { form = nil } }
        }

        private func text(_ path: any WritableKeyPath<CodeForm, String> & Sendable) -> Binding<String> {
            Binding(
                get: { @MainActor in form?[keyPath: path] ?? "" },
                set: { @MainActor text in form?[keyPath: path] = text })
        }
    }
#endif
