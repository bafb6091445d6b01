import SesameCore
import SesameTokens
import SesameWire

extension ProviderService {
    /// Exchanges the code that came beside a verified token, and seals the refresh token that it brings.
    ///
    /// What speaks against the credential refuses it: the provider calls the code used, expired or another client's, or
    /// the code turns out to be another person's. A provider that cannot say anything now does not: who the person is
    /// has been proved without it, and the next code makes up for this one.
    ///
    /// - Returns: Nil when there is nothing to keep. A token that was used before is not exchanged for: the transaction
    ///   that follows refuses it.
    func exchange(
        _ credential: ProviderCredential, _ identity: VerifiedIdentity, admitted: AdmittedIdentity, _ proof: Proof,
        for app: App
    ) async throws(Refusal) -> SealedProviderToken? {
        guard let code = credential.code, let codes, codes.serves(identity, from: credential.provider, of: app.id)
        else { return nil }
        let isUnused = try await read { reader throws(StorageError) in
            try proof.isUnused(with: admitted, in: app.id, reader)
        }
        guard isUnused else { return nil }
        let tokens: ProviderTokens
        let owner: VerifiedIdentity
        do throws(Refusal) {
            tokens = try await codes.tokens(
                for: code, from: credential.provider, of: app.id, clientID: identity.clientID, at: environment.now)
            owner = try await credentials.verify(
                tokens.idToken, from: credential.provider, clientID: identity.clientID, nonce: .none,
                at: environment.now)
        } catch {
            guard error.code == .invalidToken else { return nil }
            throw error
        }
        guard owner.subject.hasSameBytes(as: identity.subject) else {
            throw Refusal(.invalidToken, "the code is another person's than the token")
        }
        guard let refreshToken = tokens.refreshToken else { return nil }
        do throws(StorageError) {
            return try providerTokens.seal(refreshToken, for: admitted, from: credential.provider, to: app.id)
        } catch {
            throw Refusal(error)
        }
    }
}
