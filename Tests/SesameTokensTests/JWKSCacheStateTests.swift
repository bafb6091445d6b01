import SesameWire
import Testing

@testable import SesameTokens

@Suite struct JWKSCacheStateTests {
    private let now = ManualClock().clock.now

    private func set(_ signer: P256Signer) throws -> JSONWebKeySet {
        try JSONWebKeySet(parsing: keySet(signer.publicKey.publicMembers))
    }

    private func fetches(_ step: JWKSCacheState.Step) -> Bool {
        if case .fetch = step { true } else { false }
    }

    @Test func `an unknown ID does not start a second fetch right after the fetch for another`() throws {
        var state = JWKSCacheState(algorithm: .es256, policy: JWKSPolicy())
        try state.fetched(set(P256Signer(keyID: "k1")), maxAge: nil, at: now)
        #expect(fetches(state.step(for: "x", at: now, isFetching: false)))
        state.awaits("x")
        try state.fetched(set(P256Signer(keyID: "k1")), maxAge: nil, at: now)
        #expect(!fetches(state.step(for: "y", at: now, isFetching: false)))
    }

    @Test func `a fetch that brought every awaited key does not delay the next one`() throws {
        var state = JWKSCacheState(algorithm: .es256, policy: JWKSPolicy())
        state.awaits("k1")
        try state.fetched(set(P256Signer(keyID: "k1")), maxAge: nil, at: now)
        #expect(fetches(state.step(for: "k2", at: now, isFetching: false)))
        state.awaits("k2")
        try state.fetched(set(P256Signer(keyID: "k2")), maxAge: nil, at: now)
        #expect(fetches(state.step(for: "k3", at: now, isFetching: false)))
    }

    @Test func `an ID awaited by a failed fetch does not delay the next fetch`() throws {
        var state = JWKSCacheState(algorithm: .es256, policy: JWKSPolicy())
        state.awaits("x")
        state.fetchFailed(at: now)
        try state.fetched(set(P256Signer(keyID: "k1")), maxAge: nil, at: now)
        #expect(fetches(state.step(for: "k2", at: now, isFetching: false)))
    }

    private func reason(_ step: JWKSCacheState.Step) -> TokenError.Reason? {
        if case .answer(.failure(let error)) = step { error.reason } else { nil }
    }

    @Test func `an unknown ID is rejected by a freshly fetched set, but not by one that may be old`() throws {
        var state = JWKSCacheState(algorithm: .es256, policy: JWKSPolicy())
        state.awaits("x")
        try state.fetched(set(P256Signer(keyID: "k1")), maxAge: nil, at: now)
        #expect(reason(state.step(for: "y", at: now, isFetching: false)) == .unknownKey)
        state.fetchFailed(at: now)
        let step = state.step(for: "y", at: now, isFetching: false)
        #expect(reason(step) == .keysUnavailable)
        if case .answer(.failure(let error)) = step { #expect(error.retryAfter == .seconds(2)) }
        #expect(throws: TokenError.self) { try state.answerAfterFetch(for: "y", at: now).get() }
        if case .failure(let error) = state.answerAfterFetch(for: "y", at: now) {
            #expect(error.reason == .keysUnavailable)
        }
        guard case .answer(.success) = state.step(for: "k1", at: now, isFetching: false) else {
            Issue.record("a known key waits for nobody")
            return
        }
        try state.fetched(set(P256Signer(keyID: "k1")), maxAge: nil, at: now)
        #expect(fetches(state.step(for: "z", at: now, isFetching: false)) == false)
    }
}
