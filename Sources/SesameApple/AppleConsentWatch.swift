#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    public import Sesame
    import SesameCore

    /// What Apple says of people's consent to be signed in by it.
    ///
    /// ```swift
    /// Task { await AppleConsentWatch.run(for: manager) }
    /// ```
    public enum AppleConsentWatch {
        /// Asks Apple about whoever is signed in, as soon as that is known, then follows what Apple tells, until the task
        /// is cancelled: a person who has withdrawn the only consent that they sign in by is signed out.
        public static func run(for manager: AuthManager) async {
            let changes = Self.changes
            await manager.restore()
            for await state in manager.states where state != .unresolved && state != .locked { break }
            _ = await isKnown(of: manager)
            // Apple does not say whose consent it is.
            for await _ in changes {
                while await !isKnown(of: manager), (try? await Task.sleep(for: pause)) != nil {}
            }
        }

        /// Time from a question that could not be answered, as without a network, to the next one.
        private static let pause = Duration.seconds(60)

        /// Asks Apple about whoever is signed in, and takes the answer in. False if Apple could not be asked.
        private static func isKnown(of manager: AuthManager) async -> Bool {
            guard let user = await manager.appleUser else { return true }
            let consent = await consent(ofAppleUser: user)
            await manager.appleConsentChanged(to: consent, ofAppleUser: user)
            return consent != .unknown
        }

        /// Every withdrawal while the app runs. Apple does not say whose it is: ask ``consent(for:)``.
        public static var changes: AsyncStream<AppleConsent> {
            let (stream, listener) = AsyncStream<AppleConsent>.makeStream()
            let posts = NotificationCenter.posts(
                of: ASAuthorizationAppleIDProvider.credentialRevokedNotification)
            let following = Task { for await _ in posts { listener.yield(.revoked) } }
            listener.onTermination = { _ in following.cancel() }
            return stream
        }

        /// What Apple says of whoever is signed in. It is unknown without a network, and where they have not signed in
        /// with Apple on this device.
        public static func consent(for manager: AuthManager) async -> AppleConsent {
            guard let user = await manager.appleUser else { return .unknown }
            return await consent(ofAppleUser: user)
        }

        private static func consent(ofAppleUser user: Secret) async -> AppleConsent {
            let state = try? await ASAuthorizationAppleIDProvider().credentialState(forUserID: user.exposed)
            return switch state {
            case .authorized: .granted
            case .revoked: .revoked
            case .transferred: .transferred
            default: .unknown
            }
        }
    }
#endif
