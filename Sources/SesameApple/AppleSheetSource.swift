#if canImport(AuthenticationServices)
    public import Sesame
    public import SesameCore

    /// Sign in with Apple by the system's sheet.
    public struct AppleSheetSource: CredentialSource {
        private let asked: AppleScopes
        private let role: String?
        private let window: SheetWindow

        /// A source.
        /// - Parameters:
        ///   - scopes: The request for more than the proof: ``AppleScopes/nothing`` for apps that keep
        ///     no personal data.
        ///   - role: The role that the person has chosen, in apps with roles.
        public init(
            asking scopes: AppleScopes = .nameAndEmail, role: String? = nil, over window: SheetWindow
        ) {
            asked = scopes
            self.role = role
            self.window = window
        }

        /// A source whose sheet is over the window that the person uses.
        @available(iOSApplicationExtension, unavailable)
        public init(asking scopes: AppleScopes = .nameAndEmail, role: String? = nil) {
            self.init(asking: scopes, role: role, over: .key)
        }

        /// With Apple.
        public var method: SignInMethod? { .apple }

        /// Shows the sheet and waits for the person.
        public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            let attempt = AppleSheetAttempt(asked, nonce: try await request.nonce(), role: request.role ?? role)
            return try attempt.credential(from: try await AppleSheet.show(attempt, over: window))
        }
    }
#endif
