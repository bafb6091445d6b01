#if canImport(AuthenticationServices)
    public import Sesame
    public import SesameCore

    /// Sign in with Apple by the system's sheet.
    public struct AppleSheetSource: CredentialSource {
        private let asked: AppleSheetAttempt.Request
        private let role: String?
        private let window: SheetWindow

        /// A source.
        /// - Parameters:
        ///   - request: What is asked for besides the proof: ``AppleSheetAttempt/Request/nothing`` for apps that keep
        ///     no personal data.
        ///   - role: The role that the person has chosen, in apps with roles.
        public init(
            asking request: AppleSheetAttempt.Request = .nameAndEmail, role: String? = nil, over window: SheetWindow
        ) {
            asked = request
            self.role = role
            self.window = window
        }

        /// A source whose sheet is over the window that the person uses.
        @available(iOSApplicationExtension, unavailable)
        public init(asking request: AppleSheetAttempt.Request = .nameAndEmail, role: String? = nil) {
            self.init(asking: request, role: role, over: .key)
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
