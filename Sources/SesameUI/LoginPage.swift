#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    public import SesameTexts
    public import SwiftUI

    /// A login page with a switch between the app's roles above the ways to sign in.
    ///
    /// The role is chosen before the sign-in. It decides what account a new person gets; somebody who has one in another
    /// role is told so.
    public struct LoginPage: View {
        private let state: AppState
        private let options: SignInOptions
        private let fields: [RegistrationField]
        private let texts: Texts
        private let role: Binding<String>

        /// The page for the app's state, its ways to sign in and its roles.
        /// - Parameters:
        ///   - role: The role that is chosen, one of the options' roles.
        ///   - fields: The fields of the registration form, for a form with an address and a password.
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

        /// The view.
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
