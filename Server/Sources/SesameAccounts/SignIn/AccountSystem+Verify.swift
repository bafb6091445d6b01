import Foundation
public import SesameCore
import SesameTokens

extension AccountSystem {
    /// Gives out a nonce for one sign-in to the app, good for ``Nonces/life``.
    public func challenge(for app: App) -> Secret {
        nonces.make(for: app.id, random: environment.randomBytes(16), at: environment.now)
    }

    /// Verifies a credential. When its token is refused, its nonce is spent all the same.
    func verify(_ credential: ProviderCredential, for app: App) async throws(Refusal) -> VerifiedIdentity {
        do throws(Refusal) {
            return try await credentials.verify(credential, for: app, at: environment.now)
        } catch {
            if error.code != .providerUnavailable,
                let spent = credential.nonce.flatMap({ nonces.spending($0, for: app.id, at: environment.now) })
            {
                _ = try await write { transaction throws(StorageError) in try transaction.spend(spent) }
            }
            throw error
        }
    }
}

/// How a credential shows that it was made for this one use.
enum Proof: Sendable {
    /// By a nonce of ours, which the token carries.
    case nonce(SpentNonce)
    /// By the token's own youth: in contracts without a nonce.
    case freshToken
    /// By the browser's sign-in that it was asked for in, which is used up by then, and with it its nonce.
    case flow

    /// Uses the proof up, together with the token itself: no token signs in twice, whichever way it is presented.
    ///
    /// - Returns: The refusal, the earlier use that this one may repeat, or nil.
    func spend(
        _ verified: VerifiedIdentity, in app: AppID, at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Spending {
        let used = try transaction.usedToken(UsedToken.digest(of: verified), in: app)
        switch self {
        case .nonce(let spent):
            guard try transaction.spend(spent) else {
                return .refused(Refusal(.invalidNonce, "the nonce was used before"))
            }
            return used == nil ? .fresh : .refused(.usedToken)
        case .flow: return used == nil ? .fresh : .refused(.usedToken)
        case .freshToken:
            guard let used else { return .fresh }
            return used.isRepeatable(at: now) ? .repetition(used) : .refused(.usedToken)
        }
    }

    /// Whether a repetition of the same token may answer with the same session.
    var isRepeatable: Bool {
        switch self {
        case .nonce, .flow: false
        case .freshToken: true
        }
    }

    enum Spending {
        case fresh
        case repetition(UsedToken)
        case refused(Refusal)
    }
}

extension Refusal {
    static let usedToken = Refusal(.invalidToken, "the token was used before")
    static let unknownNonce = Refusal(.invalidNonce, "the nonce is unknown, expired, or another app's")
}

extension StorageTransaction {
    /// Notes that a nonce is spent; false when it was before.
    func spend(_ nonce: SpentNonce) throws(StorageError) -> Bool {
        do throws(StorageError) {
            try insert(nonce)
            return true
        } catch {
            guard case .conflict = error else { throw error }
            return false
        }
    }
}
