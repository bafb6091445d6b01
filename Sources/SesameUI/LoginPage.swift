#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    public import SesameTexts
    public import SwiftUI

    /// A login page with a switch between the app's roles above the sign-in methods.
    ///
    /// The user chooses the role before the sign-in. A new user's account gets the chosen role; a user whose account
    /// has a different role sees a message.
    public struct LoginPage: View {
        private let state: AppState
        private let options: SignInOptions
        private let fields: [RegistrationField]
        private let texts: Texts
        private let role: Binding<String>

        /// Creates the page for the app's state, its sign-in methods and its roles.
        /// - Parameters:
        ///   - role: The chosen role, which is one of the options' roles.
        ///   - fields: The fields of the registration form, added to the form for an email address and a password.
        public init(
            _ state: AppState, options: SignInOptions, role: Binding<String>, fields: [RegistrationField] = [],
            texts: Texts = Texts()
        ) {
            self.state = state
            self.options = options
            self.fields = fields
            self.role = role
            self.texts = texts
        }

        /// A title, the switch between the roles, and a button for each sign-in method.
        public var body: some View {
            VStack(spacing: 24) {
                Text(texts[.loginTitle])
                    .font(.largeTitle)
                    .bold()
                    .accessibilityAddTraits(.isHeader)
                if options.roles.count > 1 {
                    Picker(texts[.roleQuestion], selection: role) {
                        ForEach(options.roles, id: \.self) { role in
                            Text(texts.name(ofRole: role)).tag(role)
                        }
                    }
                    .pickerStyle(.segmented)
                    .disabled(state.isBusy)
                }
                Spacer()
                SignInButtons(state, options: options, fields: fields, role: role.wrappedValue, texts: texts)
            }
            .padding(24)
        }
    }
#endif
