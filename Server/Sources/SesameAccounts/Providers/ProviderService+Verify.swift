import Foundation
package import SesameCore

extension ProviderService {
    /// Issues a nonce for one sign-in to the app, valid for ``NonceIssuer/lifetime``.
    package func issueNonce(for app: App) -> Secret {
        nonces.make(for: app.id, random: environment.randomBytes(16), at: environment.now)
    }

    /// Returns true if the nonce is not expired and was issued for the same app and session; if `session` is nil,
    /// without a session.
    package func isValidNonce(_ nonce: Secret, for app: App, session: SessionID? = nil) -> Bool {
        nonces.spending(nonce, for: app.id, session: session, at: environment.now) != nil
    }

    /// Issues a nonce for one link to the caller's account, valid in the caller's session only and for
    /// ``NonceIssuer/lifetime``.
    package func issueNonce(for caller: Caller) -> Secret {
        nonces.make(
            for: caller.app.id, session: caller.session.id, random: environment.randomBytes(16), at: environment.now)
    }

    /// Verifies a credential, and exchanges its authorization code. If the credential is refused, the nonce is spent,
    /// unless the provider or the storage is unavailable; after a success, the caller's transaction spends the nonce.
    ///
    /// - Parameter session: The session for which the nonce must have been issued; nil if it must have been issued
    ///   without a session.
    func verify(
        _ credential: ProviderCredential, for app: App, boundTo session: SessionID? = nil, context: RequestContext
    ) async throws(AccountError) -> VerifiedCredential {
        try limiter?.admitCredential(of: app.id, from: context.client)
        do throws(AccountError) {
            if app.privacy.isPseudonymous, let name = credential.statedName { throw .states(name) }
            let verified =
                if let stated = try emulator?.emulated(credential, for: app) { stated } else {
                    try await credentials.verify(credential, for: app, at: environment.now)
                }
            let identity = FilteredIdentity(
                verified, from: credential.provider, named: credential.statedName, to: app)
            let proof = try proof(of: credential, for: app, boundTo: session)
            let token = try await exchange(credential, verified, admitted: identity, proof, for: app)
            return VerifiedCredential(identity: identity, proof: proof, token: token)
        } catch {
            note(error, of: credential.provider)
            if ![.providerUnavailable, .storageUnavailable].contains(error.code),
                let spent = credential.nonce.flatMap({ spending($0, for: app, boundTo: session) })
            {
                _ = try await write { transaction throws(StorageError) in try transaction.spend(spent) }
            }
            throw error
        }
    }

    private func proof(
        of credential: ProviderCredential, for app: App, boundTo session: SessionID?
    ) throws(AccountError) -> SingleUseProof {
        guard let nonce = credential.nonce else { return .freshToken }
        guard let spent = spending(nonce, for: app, boundTo: session) else { throw .unknownNonce }
        return .nonce(spent)
    }

    private func spending(_ nonce: Secret, for app: App, boundTo session: SessionID?) -> UsedNonce? {
        nonces.spending(nonce, for: app.id, session: session, at: environment.now)
    }
}

/// A verified credential. Before it takes effect, a transaction must spend ``proof``.
struct VerifiedCredential: Sendable {
    let identity: FilteredIdentity
    let proof: SingleUseProof
    /// The encrypted refresh token from the exchange of the credential's code; nil if there is none.
    let token: SealedProviderToken?
}

/// The protection of a credential against replay.
enum SingleUseProof: Sendable {
    /// A nonce that this server issued, and that the token contains.
    case nonce(UsedNonce)
    /// The short age of the token, for clients that use no nonce from this server.
    case freshToken
    /// The browser flow in which the credential was requested. The flow and its nonce are already used up.
    case flow

    /// Uses up the nonce and checks that the token was not used before, so that no token signs in twice.
    ///
    /// - Returns: `fresh` for a first use, `repetition` with an earlier use that may be repeated, or `refused`.
    func spend(
        _ verified: FilteredIdentity, in app: AppID, at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Redemption {
        let used = try transaction.usedToken(UsedToken.Key(verified), in: app)
        switch self {
        case .nonce(let spent):
            guard try transaction.spend(spent) else {
                return .refused(AccountError(.invalidNonce, "the nonce was already used"))
            }
            return used == nil ? .fresh : .refused(.usedToken)
        case .flow: return used == nil ? .fresh : .refused(.usedToken)
        case .freshToken:
            guard let used else { return .fresh }
            return used.isRepeatable(at: now) ? .repetition(used) : .refused(.usedToken)
        }
    }

    /// Returns true if neither the nonce nor the token has been used before.
    func isUnused(
        with verified: FilteredIdentity, in app: AppID, _ reader: any StorageReader
    ) throws(StorageError) -> Bool {
        if case .nonce(let spent) = self, try reader.isSpent(spent) { return false }
        return try reader.usedToken(UsedToken.Key(verified), in: app) == nil
    }

    /// True if a repeated request with the same token may get the same session.
    var isRepeatable: Bool {
        switch self {
        case .nonce, .flow: false
        case .freshToken: true
        }
    }

    enum Redemption {
        case fresh
        case repetition(UsedToken)
        case refused(AccountError)
    }
}

extension AccountError {
    static let unknownNonce = AccountError(
        .invalidNonce, "the nonce is unknown, expired, or for another app or session")
}

extension StorageTransaction {
    /// Marks a nonce as spent; returns false if it was spent before.
    func spend(_ nonce: UsedNonce) throws(StorageError) -> Bool {
        do throws(StorageError) {
            try insert(nonce)
            return true
        } catch {
            guard case .conflict = error else { throw error }
            return false
        }
    }
}
