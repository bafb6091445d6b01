import Crypto
import SesameTokens
import SesameWire

/// The claims of access tokens whose signature was verified not long ago.
///
/// To verify an ES256 signature costs more than all else in a small call, and a client sends the same token for
/// minutes. What is kept is only what the signature proves: times, audience, session and account are looked at on every
/// call, so a revoked session ends at once. When the signing keys were read anew, everything is forgotten.
final class VerifiedTokens: Sendable {
    private struct State {
        var revision = 0
        var recent: [SHA256Digest: AccessTokenClaims] = [:]
        var older: [SHA256Digest: AccessTokenClaims] = [:]
    }

    private let generation: Int
    private let state = Locked(State())

    /// A memory of at most twice that many tokens: what was not used while as many others came is forgotten.
    init(generation: Int = 2_048) {
        self.generation = generation
    }

    /// The claims of a token that was verified with the keys of that revision.
    func claims(of token: SHA256Digest, revision: Int) -> AccessTokenClaims? {
        state.withLock { state in
            guard state.revision == revision else { return nil }
            if let claims = state.recent[token] { return claims }
            guard let claims = state.older[token] else { return nil }
            insert(token, claims, &state)
            return claims
        }
    }

    /// Remembers a token that was verified with the keys of that revision.
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
