import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct UserCacheTests {
    let clock = ManualClock()
    let storage = MockCacheStorage()

    func makeCache() -> UserCache<String> {
        UserCache(storage: storage, clock: clock.clock)
    }

    // MARK: Age

    @Test(arguments: [
        (0, "fresh"), (299, "fresh"), (300, "stale"), (7 * 86_400 - 1, "stale"), (7 * 86_400, "gone"),
        (-1, "stale"), (-299, "stale"), (-300, "gone"), (-86_400, "gone"),
    ])
    func `a value becomes stale, then missing, and setting the clock back does not make it fresh`(
        age: Int, expected: String
    ) throws {
        let cache = makeCache()
        try cache.save("one", for: "uid-1")
        clock.advance(by: .seconds(age))
        let value = cache.read(for: "uid-1")
        switch expected {
        case "fresh": #expect(value == .fresh("one"))
        case "stale": #expect(value == .stale("one"))
        default: #expect(value == .missing)
        }
        #expect((storage.ownerUID == nil) == (value == .missing))
    }

    @Test func `a renewed value is fresh again`() throws {
        let cache = makeCache()
        try cache.save("one", for: "uid-1")
        clock.advance(by: .seconds(6 * 86_400))
        try cache.save("two", for: "uid-1")
        clock.advance(by: .seconds(299))
        #expect(makeCache().read(for: "uid-1") == .fresh("two"))
    }

    @Test func `an empty cache returns missing`() {
        #expect(makeCache().read(for: "uid-1") == .missing)
    }

    // MARK: Whose

    @Test func `a read for another user returns missing and removes the value`() throws {
        try makeCache().save("one", for: "uid-1")
        #expect(makeCache().read(for: "uid-2") == .missing)
        #expect(storage.ownerUID == nil)
    }

    @Test(arguments: [
        AuthState.signedOut(.byUser), .signedOut(.accountDeleted), .signedOut(.ended(.sessionRevoked)),
        .signedOut(.noSession), .signedOut(.endedByOtherProcess), .signedIn(.second),
    ])
    func `a sign-out, a deletion or another user's sign-in clears the cache`(state: AuthState) throws {
        let cache = makeCache()
        cache.observe(.signedIn(.first))
        try cache.save("one", for: "uid-1")
        cache.observe(state)
        #expect(storage.ownerUID == nil)
        #expect(cache.read(for: "uid-1") == .missing)
        try cache.save("late", for: "uid-1")
        #expect(storage.ownerUID == nil)
    }

    @Test(arguments: [AuthState.signedOut(.noSession), .signedIn(.second)])
    func `another user's leftover value is removed at the next launch`(state: AuthState) throws {
        try makeCache().save("one", for: "uid-1")
        makeCache().observe(state)
        #expect(storage.ownerUID == nil)
    }

    @Test(arguments: [AuthState.unresolved, .locked, .signedIn(.first)])
    func `an unknown state or the same user clears nothing`(state: AuthState) throws {
        let cache = makeCache()
        try cache.save("one", for: "uid-1")
        cache.observe(state)
        cache.observe(.signedIn(.first))
        cache.observe(state)
        #expect(cache.read(for: "uid-1") == .fresh("one"))
    }

    @Test func `the cache follows a stream of states`() async throws {
        let cache = makeCache()
        try cache.save("one", for: "uid-1")
        let (states, source) = AsyncStream<AuthState>.makeStream()
        source.yield(.signedIn(.first))
        source.yield(.signedOut(.byUser))
        source.finish()
        await cache.follow(states)
        #expect(storage.ownerUID == nil)
    }

    // MARK: Failures

    @Test func `an unreadable value is missing and is removed`() throws {
        try storage.write(Array("{".utf8), for: "uid-1")
        #expect(makeCache().read(for: "uid-1") == .missing)
        #expect(storage.ownerUID == nil)
    }

    @Test(arguments: [AuthError.isLocked, .isFull])
    func `a value survives a locked device and a failed read`(error: AuthError) throws {
        let cache = makeCache()
        try cache.save("one", for: "uid-1")
        storage.fail(.read, with: error)
        #expect(cache.read(for: "uid-1") == .missing)
        makeCache().observe(.signedIn(.first))
        storage.fail(.read, with: nil)
        #expect(cache.read(for: "uid-1") == .fresh("one"))
    }

    @Test func `a value that could not be removed is not returned, and is removed later`() throws {
        let cache = makeCache()
        cache.observe(.signedIn(.first))
        try cache.save("one", for: "uid-1")
        storage.fail(.remove, with: AuthError(.storageUnavailable, ""))
        cache.observe(.signedOut(.byUser))
        cache.observe(.signedIn(.first))
        #expect(cache.read(for: "uid-1") == .missing)
        #expect(storage.ownerUID != nil)
        storage.fail(.remove, with: nil)
        cache.observe(.signedIn(.first))
        #expect(storage.ownerUID == nil)
        try cache.save("two", for: "uid-1")
        #expect(cache.read(for: "uid-1") == .fresh("two"))
    }

    @Test func `a value that cannot be stored throws`() {
        storage.fail(.write, with: AuthError(.storageUnavailable, ""))
        #expect(throws: AuthError.self) { try makeCache().save("one", for: "uid-1") }
        let numbers = UserCache<Double>(storage: storage, clock: clock.clock)
        #expect(throws: AuthError.self) { try numbers.save(.nan, for: "uid-1") }
    }
}
