#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameTexts
    import SwiftUI

    /// A button for each sign-in method, below the last error or, if there is none, the reason why the user is signed
    /// out.
    struct SignInButtons: View {
        private let state: AppState
        private let options: SignInOptions
        private let fields: [RegistrationField]
        private let role: String?
        private let texts: Texts
        @State private var running: SignInOptions.Way?
        @State private var form: PasswordForm?
        @State private var codeForm: CodeForm?

        init(
            _ state: AppState, options: SignInOptions, fields: [RegistrationField], role: String?, texts: Texts
        ) {
            self.state = state
            self.options = options
            self.fields = fields
            self.role = role
            self.texts = texts
        }

        var body: some View {
            VStack(spacing: 16) {
                if let notice {
                    Text(notice).multilineTextAlignment(.center)
                }
                if form == nil, codeForm == nil { ErrorView(state, texts: texts) }
                ForEach(options.ways.filter { $0 != .guest }, id: \.self) { way in
                    button(way).disabled(state.isBusy)
                }
                if options.allowsPasswords {
                    Button(texts[.passwordContinue]) { form = PasswordForm(.signIn) }.disabled(state.isBusy)
                }
                if let receivers = options.codeReceivers {
                    Button(texts[.codeTitle]) { codeForm = CodeForm(receivers) }.disabled(state.isBusy)
                }
                if options.ways.contains(.guest) {
                    button(.guest).disabled(state.isBusy)
                }
            }
            .showsPasswordForm($form, state, fields: fields, role: role, texts: texts)
            .showsCodeForm($codeForm, state, role: role, texts: texts)
        }

        private var notice: String? {
            guard state.problem == nil, case .welcome(let reason) = state.screen else { return nil }
            return texts.notice(for: reason)
        }

        @ViewBuilder private func button(_ way: SignInOptions.Way) -> some View {
            switch way {
            case .apple:
                ProviderButton(.apple, to: .signIn, texts: texts, isRunning: isRunning(way)) { signIn(way) }
            case .google:
                ProviderButton(.google, to: .signIn, texts: texts, isRunning: isRunning(way)) { signIn(way) }
            case .guest:
                Button(texts[.continueAsGuest]) { signIn(way) }.padding(.top, 8)
            }
        }

        private func isRunning(_ way: SignInOptions.Way) -> Bool { running == way && state.isBusy }

        private func signIn(_ way: SignInOptions.Way) {
            running = way
            Task {
                if let source = options.source(for: way) {
                    await state.signIn(using: source, role: role)
                } else {
                    await state.signInAnonymously()
                }
                running = nil
            }
        }
    }
#endif
