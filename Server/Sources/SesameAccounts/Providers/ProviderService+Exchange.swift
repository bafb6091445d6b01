import SesameCore
import SesameTokens
import SesameWire

extension ProviderService {
    /// Exchanges the code of a verified credential, and encrypts the resulting refresh token.
    ///
    /// Throws `invalidToken` if the provider reports the code as used, expired or issued to another client, or if the
    /// code belongs to another user. If the provider is unavailable, the function returns nil: the user is verified
    /// without the code, and the next sign-in brings a new one.
    ///
    /// - Returns: The encrypted token; nil if there is nothing to store. If the nonce or ID token was used before, the
    ///   code is not exchanged, because the following transaction refuses the credential or continues the session that
    ///   began with it.
    func exchange(
        _ credential: ProviderCredential, _ identity: VerifiedIdentity, admitted: FilteredIdentity,
        _ proof: SingleUseProof,
        for app: App
    ) async throws(AccountError) -> SealedProviderToken? {
        guard let code = credential.code, let codes, codes.serves(identity, from: credential.provider, of: app.id)
        else { return nil }
        let isUnused = try await read { reader throws(StorageError) in
            try proof.isUnused(with: admitted, in: app.id, reader)
        }
        guard isUnused else { return nil }
        let tokens: ProviderTokens
        let owner: VerifiedIdentity
        do throws(AccountError) {
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
            throw AccountError(.invalidToken, "the code belongs to another user than the ID token")
        }
        guard let refreshToken = tokens.refreshToken else { return nil }
        do throws(StorageError) {
            return try providerTokens.seal(refreshToken, for: admitted, from: credential.provider, to: app.id)
        } catch {
            throw AccountError(error)
        }
    }
}
