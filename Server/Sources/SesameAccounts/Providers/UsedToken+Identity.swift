import Foundation
import SesameTokens

extension UsedToken {
    /// A token that is used now.
    init(_ verified: AdmittedIdentity, app: AppID, session: SessionID, proof: Proof, at now: Date) {
        self.init(
            key: Key(verified), app: app, session: session,
            repeatableUntil: proof.isRepeatable ? now.addingTimeInterval(Self.grace) : nil)
    }
}

extension UsedToken.Key {
    /// The key of a token, which is kept as long as a verifier with a slow clock, or one that was set back, would
    /// accept it.
    init(_ verified: AdmittedIdentity) {
        let tolerance = TimeInterval(ProviderTokenVerifier.maximumTolerance.components.seconds)
        self.init(
            digest: verified.tokenDigest,
            expiresAt: verified.expiresAt.addingTimeInterval(tolerance + 1 + Environment.greatestSetback))
    }
}
