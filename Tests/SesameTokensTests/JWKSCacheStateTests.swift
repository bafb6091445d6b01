import SesameCore
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

    @Test func `who asks for an unknown id right after the fetch for another begins no second one`() throws {
        var state = JWKSCacheState(algorithm: .es256, policy: JWKSPolicy())
        try state.fetched(set(P256Signer(keyID: "k1")), maximumAge: nil, at: now)
        #expect(fetches(state.step(for: "x", at: now, isFetching: false)))
        state.awaits("x")
        try state.fetched(set(P256Signer(keyID: "k1")), maximumAge: nil, at: now)
        #expect(!fetches(state.step(for: "y", at: now, isFetching: false)))
    }

    @Test func `a fetch that brought every key that was waited for holds no later one back`() throws {
        var state = JWKSCacheState(algorithm: .es256, policy: JWKSPolicy())
        state.awaits("k1")
        try state.fetched(set(P256Signer(keyID: "k1")), maximumAge: nil, at: now)
        #expect(fetches(state.step(for: "k2", at: now, isFetching: false)))
        state.awaits("k2")
        try state.fetched(set(P256Signer(keyID: "k2")), maximumAge: nil, at: now)
        #expect(fetches(state.step(for: "k3", at: now, isFetching: false)))
    }

    @Test func `what a failed fetch was asked for does not count against the next`() throws {
        var state = JWKSCacheState(algorithm: .es256, policy: JWKSPolicy())
        state.awaits("x")
        state.fetchFailed(at: now)
        try state.fetched(set(P256Signer(keyID: "k1")), maximumAge: nil, at: now)
        #expect(fetches(state.step(for: "k2", at: now, isFetching: false)))
    }
}
