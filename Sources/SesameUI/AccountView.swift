#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    import SesameCore
    public import SesameTexts
    public import SwiftUI

    /// The account screen: the signed-in user, their sign-in methods (or the buttons for a guest to keep the account),
    /// their second factors, their devices, the sign-out, and the account deletion that the App Store requires inside
    /// the app.
    ///
    /// The screen asks for confirmation before a deletion and before any removal. If the server requires a recent
    /// sign-in, the user confirms their identity, by a second factor if they have one, in a form in front of this
    /// screen. The ``AuthGate`` shows the steps that a deletion leaves to the user, because this screen disappears with
    /// the account; an app without a gate shows `AppState.deletion` itself.
    public struct AccountView: View {
        private enum Question {
            case signOut, deletion
        }

        private let state: AppState
        private let options: SignInOptions
        private let fields: [RegistrationField]
        private let texts: Texts
        @State private var question: Question?
        @State private var password = ""
        @State private var form: PasswordForm?
        @State private var codeForm: CodeForm?
        /// True from the moment when a password or code form is presented until its sheet has disappeared. No other
        /// sheet or alert is shown meanwhile.
        @State private var isCovered = false
        @State private var isPasswordSaved = false
        @State private var sessions: AccountData<[AccountSession]>
        @State private var factors: AccountData<SecondFactorStatus>

        /// Creates the screen for an app.
        /// - Parameter fields: The fields of the registration form, for a guest who keeps their account with a
        ///   password.
        public init(_ client: SesameClient, fields: [RegistrationField] = [], texts: Texts = Texts()) {
            self.init(client.state, options: client.options, fields: fields, texts: texts)
        }

        /// Creates the screen for the app's state and its sign-in methods.
        /// - Parameter fields: The fields of the registration form, for a guest who keeps their account with a
        ///   password.
        public init(
            _ state: AppState, options: SignInOptions, fields: [RegistrationField] = [], texts: Texts = Texts()
        ) {
            self.state = state
            self.options = options
            self.fields = fields
            self.texts = texts
            _sessions = State(initialValue: AccountData(sessionsOf: state))
            _factors = State(initialValue: AccountData(factorsOf: state))
        }

        /// A form with a section for each part of the account; disabled while an action runs.
        public var body: some View {
            Form {
                Section {
                    if let user = state.currentUser { Text(name(of: user)) }
                    if isPasswordSaved { Text(texts[.passwordSaved]) }
                    ErrorView(state, texts: texts)
                }
                if KeepAccountView.isShown(state, options) {
                    Section { KeepAccountView(state, options: options, fields: fields, texts: texts) }
                }
                SignInMethodsView(state, options: options, form: $form, texts: texts)
                if isPerson, SecondFactorsView.isShown(factors) { SecondFactorsView(state, factors, texts: texts) }
                if isPerson, sessions.value != nil || sessions.problem != nil {
                    SessionsView(state, sessions, texts: texts)
                }
                Section {
                    Button(texts[.signOut]) { question = .signOut }
                    Button(texts[.deleteAccount], role: .destructive) { question = .deletion }
                }
            }
            .disabled(state.isBusy)
            .overlay { if state.isBusy { ProgressView() } }
            .navigationTitle(texts[.accountTitle])
            .asksBeforeSignOut(state, isPresented: asks(.signOut), texts: texts)
            .confirmationDialog(
                texts[.deleteAccountQuestion], isPresented: asks(.deletion), titleVisibility: .visible
            ) {
                Button(texts[.deleteAccountConfirm], role: .destructive) { Task { await state.deleteAccount() } }
                Button(texts[.cancel], role: .cancel) {}
            } message: {
                Text(texts[.deleteAccountText])
            }
            .alert(texts.heading(ofProofFor: state.unconfirmed), isPresented: asksForProof) {
                // The action is the one that was shown, because the alert is dismissed before its button acts.
                if let act = state.unconfirmed { proofs(of: act) }
                Button(texts[.cancel], role: .cancel) {
                    password = ""
                    state.giveUpUnconfirmed()
                }
            } message: {
                Text(texts[.confirmIdentityText])
            }
            // An action from an earlier showing of this screen must not be asked about now.
            .onAppear { state.giveUpUnconfirmed() }
            .onDisappear { state.giveUpUnconfirmed() }
            .showsPasswordForm($form, state, texts: texts) {
                isPasswordSaved = true
            } dismissed: {
                isCovered = false
            }
            .showsCodeForm($codeForm, state, texts: texts) { isCovered = false }
            // The form and its outcome share one sheet, because the second of two successive sheets might not appear.
            .sheet(isPresented: showsSheet) {
                NavigationStack {
                    if let form = state.confirmation {
                        SecondFactorView(state, form: form, texts: texts)
                    } else if state.outcome != nil {
                        AccountOutcomeView(state, texts: texts)
                    } else {
                        ProgressView(texts[.loading])
                    }
                }
                .interactiveDismissDisabled(state.isBusy || state.confirmation == nil)
            }
            .onChange(of: form != nil || codeForm != nil) { _, isShown in
                if isShown { isCovered = true }
            }
            .onChange(of: state.isBusy) { _, isBusy in if isBusy { isPasswordSaved = false } }
            .task(id: "\(state.currentUser?.uid ?? "") \(state.isBusy)") {
                if isPerson, !state.isBusy { await load() }
            }
        }

        private var isPerson: Bool { state.currentUser?.isAnonymous == false }

        /// Reloads the second factors and the sessions, which an action may have changed.
        private func load() async {
            async let sessions: Void = sessions.load()
            await factors.load()
            await sessions
        }

        private var showsSheet: Binding<Bool> {
            Binding(
                get: { @MainActor in
                    !isCovered && (state.confirmation != nil || state.outcome != nil || state.isFinishing)
                },
                set: { @MainActor isPresented in
                    // The sheet closes with the form, too. A sign-in form that appeared since must stay, and an outcome
                    // that is shown once is dismissed by its own button.
                    if !isPresented, state.confirmation != nil { state.cancelSecondFactor() }
                })
        }

        @ViewBuilder private func proofs(of act: AccountAct) -> some View {
            if state.currentUser?.credential(confirmingBy: Secret(password)) != nil {
                SecureField(texts[.fieldPassword], text: $password)
                if act == .deletion {
                    Button(texts[.deleteAccountConfirm], role: .destructive) { confirmByPassword(act) }
                } else {
                    Button(texts[.actionReauthenticate]) { confirmByPassword(act) }
                }
            }
            if let receivers = options.codeReceivers,
                let form = state.currentUser.flatMap({ CodeForm(confirming: act, $0, receivers) })
            {
                Button(texts[.codeSend]) { codeForm = form }
            }
            ForEach(ways, id: \.self) { way in
                Button(
                    texts[way == .apple ? .signInWithApple : .signInWithGoogle],
                    role: act == .deletion ? .destructive : nil
                ) { confirm(act, by: way) }
            }
        }

        private func confirmByPassword(_ act: AccountAct) {
            let credential = state.currentUser?.credential(confirmingBy: Secret(password))
            password = ""
            guard let credential else { return }
            Task { await state.confirm(act, by: .password(credential)) }
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
                get: { @MainActor in
                    !isCovered && state.unconfirmed != nil
                        && state.problem.map { state.screen.step(for: $0) == .confirmIdentity } ?? false
                },
                set: { @MainActor isPresented in if !isPresented { state.dismissProblem() } })
        }

        private func confirm(_ act: AccountAct, by way: SignInOptions.Way) {
            password = ""
            guard let source = options.source(for: way) else { return }
            Task { await state.confirm(act, by: source) }
        }
    }
#endif
