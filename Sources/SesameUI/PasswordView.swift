#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    extension View {
        /// Presents the form for an email address and a password in a sheet while `form` has a value.
        /// - Parameters:
        ///   - fields: The fields of the app's registration form.
        ///   - role: The role that the user chose before, in apps with roles.
        ///   - done: Called when the form's request has succeeded, except for a password reset.
        ///   - dismissed: Called when the form is no longer visible.
        func showsPasswordForm(
            _ form: Binding<PasswordForm?>, _ state: AppState, fields: [RegistrationField] = [], role: String? = nil,
            texts: Texts, done: @escaping @MainActor () -> Void = {}, dismissed: @escaping @MainActor () -> Void = {}
        ) -> some View {
            sheet(isPresented: form.isPresent { state.dismissProblem() }, onDismiss: { dismissed() }) {
                NavigationStack {
                    PasswordView(state, form: form, fields: fields, role: role, texts: texts, done: done)
                }
                .interactiveDismissDisabled(state.isBusy)
            }
        }
    }

    /// A form for an email address and a password; the form's purpose decides which inputs it shows.
    private struct PasswordView: View {
        let state: AppState
        @Binding var form: PasswordForm?
        let fields: [RegistrationField]
        let role: String?
        let texts: Texts
        let done: @MainActor () -> Void
        /// The credential of the last request that contained an email address and a password, for the choice between
        /// two accounts; nil if the last request did not contain both.
        @State private var sent: PasswordCredential?
        @State private var isMailed = false

        init(
            _ state: AppState, form: Binding<PasswordForm?>, fields: [RegistrationField], role: String?, texts: Texts,
            done: @escaping @MainActor () -> Void
        ) {
            self.state = state
            _form = form
            self.fields = fields
            self.role = role
            self.texts = texts
            self.done = done
        }

        var body: some View {
            if let shown = form {
                Form {
                    Section {
                        if let text = isMailed ? texts[.passwordResetSent] : texts.text(of: shown.purpose) {
                            Text(text)
                        }
                        ErrorView(state, texts: texts)
                    }
                    if isMailed {
                        Section { Button(texts[.close]) { close() } }
                    } else {
                        Section { inputs(of: shown) }
                        Section {
                            Button(texts.action(of: shown.purpose)) { send(shown) }.disabled(!shown.isComplete(fields))
                            Button(texts[.cancel], role: .cancel) { close() }
                        }
                        others(of: shown.purpose)
                    }
                }
                .disabled(state.isBusy)
                .overlay { if state.isBusy { ProgressView() } }
                .navigationTitle(texts.heading(of: shown.purpose))
                .asksForAccount(state, for: sent, role: role, texts: texts) {
                    sent = nil
                    if state.problem == nil { form = nil }
                }
            }
        }

        @ViewBuilder private func inputs(of shown: PasswordForm) -> some View {
            if shown.asksForEmail {
                TextField(texts[.fieldEmail], text: text(\.email)).accountName()
            }
            if shown.asksForPassword {
                SecureField(
                    shown.purpose == .change ? texts[.passwordCurrent] : texts[.fieldPassword], text: text(\.password)
                )
                .password(isNew: shown.makesPassword)
            }
            if shown.purpose == .change {
                SecureField(texts[.passwordNext], text: text(\.nextPassword)).password(isNew: true)
            }
            ForEach(shown.fields(of: fields), id: \.self) { field in
                TextField(texts.label(of: field), text: text(\.[field])).content(field.meaning)
            }
        }

        /// Returns the buttons that switch the form to another purpose.
        @ViewBuilder private func others(of purpose: PasswordForm.Purpose) -> some View {
            switch purpose {
            case .signIn:
                Section {
                    Button(texts[.passwordForgotten]) { turn(to: .reset) }
                    Button(texts[.passwordNoAccount]) { turn(to: .registration) }
                }
            case .registration, .reset:
                Section { Button(texts[.passwordHasAccount]) { turn(to: .signIn) } }
            case .keeping, .addition, .change: EmptyView()
            }
        }

        private func close() {
            state.dismissProblem()
            form = nil
        }

        private func turn(to purpose: PasswordForm.Purpose) {
            state.dismissProblem()
            if purpose == .reset { form?.password = "" }
            form?.purpose = purpose
        }

        private func send(_ shown: PasswordForm) {
            sent = shown.asksForEmail && shown.asksForPassword ? shown.credential : nil
            Task {
                let isDone = await state.send(
                    shown, fields: fields, role: role, language: texts.language.rawValue)
                switch (isDone, shown.purpose) {
                case (true, .reset): isMailed = true
                case (true, _):
                    form = nil
                    done()
                // The presenting view asks for the confirmation.
                case (false, _): if state.unconfirmed != nil { form = nil }
                }
            }
        }

        private func text(_ path: any WritableKeyPath<PasswordForm, String> & Sendable) -> Binding<String> {
            Binding(
                get: { @MainActor in form?[keyPath: path] ?? "" },
                set: { @MainActor text in form?[keyPath: path] = text })
        }
    }
#endif
