import Crypto
import SesameTokens
import SesameWire

/// A cache of the claims of access tokens whose signature was verified recently.
///
/// The verification of an ES256 signature is the most expensive part of a small request, and a client sends the same
/// token for minutes. The cache replaces only the signature check: times, audience, session and account are checked at
/// each request, so a revoked session ends at once. A reload of the signing keys clears the cache.
final class VerifiedTokenCache: Sendable {
    private struct State {
        var revision = 0
        var recent: [SHA256Digest: AccessTokenClaims] = [:]
        var older: [SHA256Digest: AccessTokenClaims] = [:]
    }

    private let generation: Int
    private let state = Locked(State())

    /// Creates an empty cache.
    ///
    /// - Parameter generation: Half the maximum number of tokens. An unused token is removed after at most twice this
    ///   number of additions.
    init(generation: Int = 2_048) {
        self.generation = generation
    }

    /// Returns the claims of a token that was verified with the keys of the given ``KeyRing/revision``; nil if they are
    /// not cached.
    func claims(of token: SHA256Digest, revision: Int) -> AccessTokenClaims? {
        state.withLock { state in
            guard state.revision == revision else { return nil }
            if let claims = state.recent[token] { return claims }
            guard let claims = state.older[token] else { return nil }
            insert(token, claims, &state)
            return claims
        }
    }

    /// Adds the claims of a token that was verified with the keys of the given ``KeyRing/revision``.
    func remember(_ claims: AccessTokenClaims, of token: SHA256Digest, revision: Int) {
        state.withLock { state in
            guard revision >= state.revision else { return }
            if revision > state.revision { state = State(revision: revision) }
            insert(token, claims, &state)
        }
    }

    private func insert(_ token: SHA256Digest, _ claims: AccessTokenClaims, _ state: inout State) {
        if state.recent.count >= generation {
            state.older = state.recent
            state.recent = [:]
        }
        state.recent[token] = claims
    }
}
