#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    public import Sesame

    /// What Apple says of people's consent to be signed in by it.
    ///
    /// ```swift
    /// for await consent in AppleConsentWatch.changes { await manager.appleConsentChanged(to: consent) }
    /// ```
    public enum AppleConsentWatch {
        /// Every withdrawal while the app runs, by the person whom the device's Apple Account belongs to.
        public static var changes: AsyncStream<AppleConsent> {
            let (stream, listener) = AsyncStream<AppleConsent>.makeStream()
            let posts = NotificationCenter.posts(
                of: ASAuthorizationAppleIDProvider.credentialRevokedNotification)
            let following = Task { for await _ in posts { listener.yield(.revoked) } }
            listener.onTermination = { _ in following.cancel() }
            return stream
        }

        /// What Apple says of one person, by their id at Apple: the `sub` of their ID tokens. Nothing can be said
        /// without a network: then it is unknown.
        public static func consent(ofAppleUser user: String) async -> AppleConsent {
            switch try? await ASAuthorizationAppleIDProvider().credentialState(forUserID: user) {
            case .authorized: .granted
            case .revoked: .revoked
            case .transferred: .transferred
            default: .unknown
            }
        }
    }
#endif
