import Foundation
import SesameTokens

extension UsedToken {
    /// Creates the record that marks a token as used now in a session.
    init(_ verified: FilteredIdentity, app: AppID, session: SessionID, proof: SingleUseProof, at now: Date) {
        self.init(
            key: Key(verified), app: app, session: session,
            repeatableUntil: proof.isRepeatable ? now.addingTimeInterval(Self.grace) : nil)
    }
}

extension UsedToken.Key {
    /// Creates the key of a token's record, which is stored for as long as a verifier with a slow or reset clock would
    /// accept the token.
    init(_ verified: FilteredIdentity) {
        let tolerance = TimeInterval(ProviderTokenVerifier.maxClockSkew.components.seconds)
        self.init(
            digest: verified.tokenDigest,
            expiresAt: verified.expiresAt.addingTimeInterval(tolerance + 1 + RuntimeEnvironment.maxSetback))
    }
}
