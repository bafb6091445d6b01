#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    public import SesameTexts
    public import SwiftUI

    /// The buttons for a guest to add a sign-in method and so keep the account permanently; empty for other users.
    ///
    /// ``AccountView`` contains these buttons. Put them anywhere else where you want to remind a guest. The account
    /// keeps its uid and its profile. If the chosen sign-in method already has an account, the user chooses between the
    /// two accounts. The buttons for Apple and Google ask for no profile fields: an app that requires some at
    /// registration asks for them and calls `AppState.upgrade(using:role:profile:onConflict:)` itself.
    public struct KeepAccountView: View {
        private let state: AppState
        private let options: SignInOptions
        private let fields: [RegistrationField]
        private let texts: Texts
        @State private var chosen: SignInOptions.Way?
        @State private var role: String
        @State private var form: PasswordForm?

        /// Creates the buttons for an app.
        /// - Parameter fields: The fields of the registration form, added to the form for an email address and a
        ///   password.
        public init(_ client: SesameClient, fields: [RegistrationField] = [], texts: Texts = Texts()) {
            self.init(client.state, options: client.options, fields: fields, texts: texts)
        }

        /// Creates the buttons for the app's state and its sign-in methods.
        /// - Parameter fields: The fields of the registration form, added to the form for an email address and a
        ///   password.
        public init(
            _ state: AppState, options: SignInOptions, fields: [RegistrationField] = [], texts: Texts = Texts()
        ) {
            self.state = state
            self.options = options
            self.fields = fields
            self.texts = texts
            _role = State(initialValue: options.roles.first ?? "")
        }

        /// An explanation, and a button for each sign-in method that can keep a guest's account, with the choice of a
        /// role in apps with several.
        public var body: some View {
            if Self.isShown(state, options) {
                VStack(alignment: .leading, spacing: 16) {
                    Text(texts[.keepAccountText])
                    if options.roles.count > 1 {
                        Picker(texts[.roleQuestion], selection: $role) {
                            ForEach(options.roles, id: \.self) { role in
                                Text(texts.name(ofRole: role)).tag(role)
                            }
                        }
                    }
                    ForEach(options.waysKeepingGuests, id: \.self) { way in
                        button(way)
                    }
                    if options.allowsPasswords {
                        Button(texts[.passwordContinue]) { form = PasswordForm(.keeping) }
                    }
                }
                .disabled(state.isBusy)
                .showsPasswordForm($form, state, fields: fields, role: chosenRole, texts: texts)
                .asksForAccount(state, options, chosen: $chosen, role: chosenRole, texts: texts)
            }
        }

        /// Returns true if a guest is signed in, and the app has a sign-in method that can keep the account.
        static func isShown(_ state: AppState, _ options: SignInOptions) -> Bool {
            state.currentUser?.isAnonymous == true
                && (!options.waysKeepingGuests.isEmpty || options.allowsPasswords)
        }

        @ViewBuilder private func button(_ way: SignInOptions.Way) -> some View {
            switch way {
            case .apple:
                ProviderButton(.apple, to: .goOn, texts: texts, isRunning: isRunning(way)) { keep(by: way) }
            case .google:
                ProviderButton(.google, to: .goOn, texts: texts, isRunning: isRunning(way)) { keep(by: way) }
            case .guest: EmptyView()
            }
        }

        private func isRunning(_ way: SignInOptions.Way) -> Bool { chosen == way && state.isBusy }

        private func keep(by way: SignInOptions.Way) {
            guard let source = options.source(for: way) else { return }
            chosen = way
            Task {
                await state.upgrade(using: source, role: chosenRole)
                // Another view may ask for a choice later; this one must not show it.
                if state.accountChoice == nil { chosen = nil }
            }
        }

        private var chosenRole: String? { options.roles.isEmpty ? nil : role }
    }
#endif
