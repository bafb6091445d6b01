#if canImport(AuthenticationServices)
    public import Sesame
    public import SesameCore

    /// A sign-in with Apple by the system's sheet.
    public struct AppleSheetSource: CredentialSource {
        private let asked: AppleScopes
        private let role: String?
        private let window: SheetWindow

        /// Creates a source whose sheet is shown over the given window.
        ///
        /// - Parameters:
        ///   - scopes: The personal data to request: ``AppleScopes/nothing`` for apps that store none.
        ///   - role: The role that the user has chosen, in apps with roles.
        public init(
            asking scopes: AppleScopes = .nameAndEmail, role: String? = nil, over window: SheetWindow
        ) {
            asked = scopes
            self.role = role
            self.window = window
        }

        /// Creates a source whose sheet is shown over the active window.
        @available(iOSApplicationExtension, unavailable)
        public init(asking scopes: AppleScopes = .nameAndEmail, role: String? = nil) {
            self.init(asking: scopes, role: role, over: .key)
        }

        /// The sign-in method for the log: always Apple.
        public var method: SignInMethod? { .apple }

        /// Shows the sheet, and returns Apple's ID token as a credential. Throws
        /// ``SesameCore/AuthError/Code/cancelled`` if the user closes the sheet.
        public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            let attempt = AppleSheetRequest(asked, nonce: try await request.nonce(), role: request.role ?? role)
            return try attempt.credential(from: try await AppleSheet.show(attempt, over: window))
        }
    }
#endif
