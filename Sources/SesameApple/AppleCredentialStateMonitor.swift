#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    public import Sesame
    import SesameCore

    /// A monitor that signs out a user who has withdrawn their consent to Sign in with Apple, if it was their only
    /// sign-in method.
    ///
    /// ```swift
    /// Task { await AppleCredentialStateMonitor.run(for: manager) }
    /// ```
    public enum AppleCredentialStateMonitor {
        /// Asks Apple about the signed-in user's consent as soon as the user is known, and follows its changes until
        /// the task is canceled. A user who has withdrawn the consent, and has no other sign-in method, is signed out.
        public static func run(for manager: AuthManager) async {
            // The subscription starts here, so that no notification is missed before the user is known.
            let withdrawals = NotificationCenter.posts(
                of: ASAuthorizationAppleIDProvider.credentialRevokedNotification)
            await manager.restore()
            for await state in manager.states where state != .unresolved && state != .locked { break }
            await ask(about: manager)
            // The notification does not name the user.
            for await _ in withdrawals { await ask(about: manager) }
        }

        /// The delays after failed attempts to ask Apple, for example without a network.
        private static let pauses: [Duration] = [.seconds(60), .seconds(300), .seconds(900), .seconds(3_600)]

        /// Asks Apple about the signed-in user's consent and handles the response. Retries if Apple cannot be asked.
        private static func ask(about manager: AuthManager) async {
            for pause in pauses {
                guard let user = await manager.appleUser else { return }
                if let consent = await answer(about: user) {
                    return await manager.appleCredentialStateChanged(to: consent, ofAppleUser: user)
                }
                guard (try? await Task.sleep(for: pause)) != nil else { return }
            }
        }

        /// Returns the state of the user's Apple ID credential, as Apple reports it; nil if Apple cannot be asked.
        private static func answer(about user: Secret) async -> AppleCredentialState? {
            switch try? await ASAuthorizationAppleIDProvider().credentialState(forUserID: user.exposed) {
            case .authorized: .authorized
            case .revoked: .revoked
            case .transferred: .transferred
            case nil: nil
            default: .notFound
            }
        }
    }
#endif
