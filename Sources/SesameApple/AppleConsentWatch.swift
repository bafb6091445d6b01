#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    public import Sesame
    import SesameCore

    /// Follows Apple's word on users' consent.
    ///
    /// ```swift
    /// Task { await AppleConsentWatch.run(for: manager) }
    /// ```
    public enum AppleConsentWatch {
        /// Asks Apple about whoever is signed in, as soon as that is known, then follows what Apple tells, until the task
        /// is cancelled: a person who has withdrawn the only consent that they sign in by is signed out.
        public static func run(for manager: AuthManager) async {
            // From now on: what is told before somebody is known is not missed.
            let withdrawals = NotificationCenter.posts(
                of: ASAuthorizationAppleIDProvider.credentialRevokedNotification)
            await manager.restore()
            for await state in manager.states where state != .unresolved && state != .locked { break }
            await ask(about: manager)
            // Apple does not say whose consent it is.
            for await _ in withdrawals { await ask(about: manager) }
        }

        /// Times from a question that could not be asked, as without a network, to the next one.
        private static let pauses: [Duration] = [.seconds(60), .seconds(300), .seconds(900), .seconds(3_600)]

        /// Asks Apple about whoever is signed in, and takes the answer in. Where Apple cannot be asked it is tried again.
        private static func ask(about manager: AuthManager) async {
            for pause in pauses {
                guard let user = await manager.appleUser else { return }
                if let consent = await answer(about: user) {
                    return await manager.appleConsentChanged(to: consent, ofAppleUser: user)
                }
                guard (try? await Task.sleep(for: pause)) != nil else { return }
            }
        }

        /// Apple's answer about that person; nil if it cannot be asked.
        private static func answer(about user: Secret) async -> AppleConsent? {
            switch try? await ASAuthorizationAppleIDProvider().credentialState(forUserID: user.exposed) {
            case .authorized: .granted
            case .revoked: .revoked
            case .transferred: .transferred
            case nil: nil
            default: .unknown
            }
        }
    }
#endif
