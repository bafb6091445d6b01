import Foundation
public import SesameCore
import SesameTokens

extension AccountSystem {
    /// Gives out a nonce for one sign-in to the app: 256 bits, good for ``Challenge/life``.
    public func challenge(for app: App) async throws(Refusal) -> Secret {
        let nonce = Base64URL.encode(environment.randomBytes(32))
        let challenge = Challenge(
            digest: digest(nonce.utf8), app: app.id, expiresAt: environment.now.addingTimeInterval(Challenge.life))
        try await write { transaction throws(StorageError) in try transaction.insert(challenge) }
        return Secret(nonce)
    }

    /// Verifies a credential whose nonce we gave out. When the token is refused, the nonce is spent all the same.
    func verify(_ credential: ProviderCredential, for app: App) async throws(Refusal) -> VerifiedIdentity {
        do throws(Refusal) {
            return try await credentials.verify(credential, for: app, at: environment.now)
        } catch {
            if let nonce = credential.nonce, error.code != .providerUnavailable {
                let digest = digest(nonce.exposed.utf8)
                _ = try await write { transaction throws(StorageError) in try transaction.takeChallenge(digest) }
            }
            throw error
        }
    }
}

extension StorageTransaction {
    /// Spends the nonce; false when it is unknown, was spent, has expired, or is another app's.
    func spendChallenge(_ nonce: Secret, for app: AppID, at now: Date) throws(StorageError) -> Bool {
        guard let challenge = try takeChallenge(digest(nonce.exposed.utf8)) else { return false }
        return challenge.app == app && now < challenge.expiresAt
    }
}
