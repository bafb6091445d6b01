#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    public import SesameTexts
    public import SwiftUI

    /// The step in which a user creates an account or signs in: a title, and a button for each sign-in method.
    public struct SignInView: View {
        private let state: AppState
        private let options: SignInOptions
        private let fields: [RegistrationField]
        private let texts: Texts
        @ScaledMetric(relativeTo: .largeTitle) private var titleSize = 36.0

        /// Creates the step for the app's state and its sign-in methods.
        /// - Parameter fields: The fields of the registration form, added to the form for an email address and a
        ///   password.
        public init(
            _ state: AppState, options: SignInOptions, fields: [RegistrationField] = [], texts: Texts = Texts()
        ) {
            self.state = state
            self.options = options
            self.fields = fields
            self.texts = texts
        }

        /// A title, and a button for each sign-in method; in apps with roles, the sign-in is for the first role.
        public var body: some View {
            VStack(spacing: 24) {
                Spacer()
                Text(texts[.createSecureAccount])
                    .font(.system(size: titleSize, weight: .bold))
                    .multilineTextAlignment(.center)
                    .accessibilityAddTraits(.isHeader)
                Spacer()
                SignInButtons(state, options: options, fields: fields, role: options.roles.first, texts: texts)
            }
            .padding(24)
        }
    }
#endif
