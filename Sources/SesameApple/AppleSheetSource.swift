#if canImport(AuthenticationServices)
    public import Sesame
    public import SesameCore

    /// A sign-in with Apple by the system's sheet.
    public struct AppleSheetSource: CredentialSource {
        private let asked: AppleScopes
        private let role: String?
        private let window: SheetWindow

        /// Creates a source.
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

        /// The sign-in method: Apple.
        public var method: SignInMethod? { .apple }

        /// Shows the sheet and waits for the user.
        public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            let attempt = AppleSheetRequest(asked, nonce: try await request.nonce(), role: request.role ?? role)
            return try attempt.credential(from: try await AppleSheet.show(attempt, over: window))
        }
    }
#endif
