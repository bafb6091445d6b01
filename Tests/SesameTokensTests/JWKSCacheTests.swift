import Foundation
import SesameCore
import SesameTokens
import Testing

@Suite struct JWKSCacheTests {
    private let first = P256Signer(keyID: "k1")
    private let second = P256Signer(keyID: "k2")
    private let time = ManualClock()

    private func cache(_ source: FakeKeySource, policy: JWKSPolicy = JWKSPolicy()) -> JWKSCache {
        JWKSCache(
            url: "https://issuer.test/keys", algorithm: .es256, source: source, policy: policy, clock: time.clock)
    }

    private func oneKey() throws -> [UInt8] { try keySet(first.publicKey.publicMembers) }
    private func otherKey() throws -> [UInt8] { try keySet(second.publicKey.publicMembers) }

    private func reason(_ cache: JWKSCache, _ keyID: String) async -> TokenError.Reason? {
        do {
            _ = try await cache.key(keyID)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `nothing is fetched before a key is requested, and a fetched key is cached`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        #expect(cache.cachedKey("k1") == nil)
        #expect(await source.fetches == 0)
        #expect(try await cache.key("k1").keyID == "k1")
        #expect(cache.cachedKey("k1")?.keyID == "k1")
        #expect(await source.urls == ["https://issuer.test/keys"])
        _ = try await cache.key("k1")
        #expect(await source.fetches == 1)
    }

    @Test(
        arguments: [
            (nil, 300), ("max-age=3600", 3_600), ("public, max-age=20000, must-revalidate", 20_000), ("max-age=1", 300),
            ("max-age=999999", 86_400), ("max-age=99999999999999999999", 86_400), ("no-store", 300),
            ("max-age=-1", 300),
            ("max-age=abc", 300), ("MAX-AGE = 3600", 3_600), ("s-maxage=9000", 300), ("", 300),
            ("max-age=\"3600\"", 300),
        ] as [(String?, Int)])
    func `a set is fresh for its max-age, but at least five minutes and at most a day`(
        cacheControl: String?, seconds: Int
    ) async throws {
        let source = try FakeKeySource(oneKey(), cacheControl: cacheControl)
        let cache = cache(source)
        _ = try await cache.key("k1")
        time.advance(seconds - 1)
        #expect(cache.cachedKey("k1") != nil)
        time.advance(1)
        #expect(cache.cachedKey("k1") == nil)
        _ = try await cache.key("k1")
        #expect(await source.fetches == 2)
    }

    @Test func `the age of a response reduces its max-age`() {
        let response = JWKSResponse(status: 200, body: [], cacheControl: "max-age=100", age: "40")
        #expect(response.maxAge == .seconds(60))
        #expect(JWKSResponse(status: 200, body: [], cacheControl: "max-age=1", age: "40").maxAge == .zero)
    }

    @Test func `fifty callers share one fetch`() async throws {
        let source = try FakeKeySource(oneKey())
        await source.close()
        let cache = cache(source)
        let found = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { (try? await cache.key("k1")) != nil } }
            for _ in 0..<2_000 { await Task.yield() }
            await source.open()
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(found == 50)
        #expect(await source.fetches == 1)
    }

    @Test func `a cancelled caller does not cancel the fetch of the others`() async throws {
        let source = try FakeKeySource(oneKey())
        await source.close()
        let cache = cache(source)
        let cancelled = Task { try await cache.key("k1").keyID }
        while await source.fetches == 0 { await Task.yield() }
        let other = Task { try await cache.key("k1").keyID }
        cancelled.cancel()
        for _ in 0..<200 { await Task.yield() }
        await source.open()
        #expect(try await other.value == "k1")
        #expect(await source.fetches == 1)
    }

    @Test func `many unknown IDs cause one fetch per interval`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        _ = try await cache.key("k1")
        for number in 0..<100 { #expect(await reason(cache, "x\(number)") == .unknownKey) }
        #expect(await source.fetches == 2)
        time.advance(29)
        #expect(await reason(cache, "y") == .unknownKey)
        #expect(await source.fetches == 2)
        time.advance(1)
        #expect(await reason(cache, "y") == .unknownKey)
        #expect(await reason(cache, "z") == .unknownKey)
        #expect(await source.fetches == 3)
    }

    @Test func `many unknown IDs on an empty cache cause one fetch`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        for number in 0..<100 { #expect(await reason(cache, "x\(number)") == .unknownKey) }
        #expect(await source.fetches == 1)
        #expect(cache.cachedKey("k1") != nil)
    }

    @Test func `a wall clock set forward does not shorten the interval`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        _ = await reason(cache, "x")
        time.shiftWall(200)
        _ = await reason(cache, "x")
        #expect(await source.fetches == 1)
    }

    @Test func `a new key is found at once, and a removed one is unknown after the refresh`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        _ = try await cache.key("k1")
        try await source.respond(otherKey())
        #expect(try await cache.key("k2").keyID == "k2")
        #expect(await reason(cache, "k1") == .unknownKey)
        #expect(cache.cachedKey("k1") == nil)
    }

    @Test func `an expired set is used for a day while its source is down`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        _ = try await cache.key("k1")
        await source.goDown()
        time.advance(300)
        #expect(cache.cachedKey("k1") == nil)
        #expect(try await cache.key("k1").keyID == "k1")
        #expect(await source.fetches == 2)
        #expect(await reason(cache, "x") == .keysUnavailable)
        time.advance(86_399)
        #expect(try await cache.key("k1").keyID == "k1")
        time.advance(1)
        #expect(await reason(cache, "k1") == .keysUnavailable)
    }

    @Test func `a stale key stays cached without another fetch during a pause`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        _ = try await cache.key("k1")
        await source.goDown()
        time.advance(300)
        _ = try await cache.key("k1")
        #expect(cache.cachedKey("k1") != nil)
        #expect(await source.fetches == 2)
    }

    @Test func `setting the wall clock back does not prolong a set's freshness`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        _ = try await cache.key("k1")
        time.shiftWall(-3_600)
        time.advance(300)
        #expect(cache.cachedKey("k1") == nil)
    }

    @Test func `a source that is down is asked less and less often`() async throws {
        let source = try FakeKeySource(oneKey())
        await source.goDown()
        let cache = cache(source)
        var attempts: [Int] = []
        var last = 0
        for second in 0..<200 {
            #expect(await reason(cache, "k1") == .keysUnavailable)
            let fetches = await source.fetches
            if fetches > last { attempts.append(second) }
            last = fetches
            time.advance(1)
        }
        #expect(attempts == [0, 2, 6, 14, 30, 62, 122, 182])
    }

    @Test func `a successful fetch resets the pauses`() async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        await source.goDown()
        for pause in [2, 4, 8] {
            #expect(await reason(cache, "k1") == .keysUnavailable)
            time.advance(pause)
        }
        try await source.respond(oneKey())
        _ = try await cache.key("k1")
        await source.goDown()
        time.advance(300 + 86_400)
        let error = await #expect(throws: TokenError.self) { try await cache.key("k1") }
        #expect(error?.retryAfter == .seconds(2))
    }

    @Test func `without a cached key the error gives the time to retry`() async throws {
        let source = try FakeKeySource(oneKey())
        await source.goDown()
        let cache = cache(source)
        let error = await #expect(throws: TokenError.self) { try await cache.key("k1") }
        #expect(error?.reason == .keysUnavailable)
        #expect(error?.retryAfter == .seconds(2))
        try await source.respond(oneKey())
        #expect(await reason(cache, "k1") == .keysUnavailable)
        time.advance(2)
        #expect(await reason(cache, "k1") == nil)
    }

    @Test(arguments: [
        (500, "{}"), (301, ""), (204, ""), (200, ""), (200, "{}"), (200, #"{"keys":[]}"#), (200, "<html></html>"),
    ])
    func `an invalid response does not replace the last valid set`(status: Int, body: String) async throws {
        let source = try FakeKeySource(oneKey())
        let cache = cache(source)
        _ = try await cache.key("k1")
        await source.respond(Array(body.utf8), status: status)
        time.advance(300)
        #expect(try await cache.key("k1").keyID == "k1")
        #expect(await source.fetches == 2)
    }

    @Test func `a set with duplicate IDs, mixed types, another algorithm or too many bytes is rejected`()
        async throws
    {
        let key = try first.publicKey.publicMembers
        let rsa = try RSASigner.first.publicKey.publicMembers
        let bodies = try [
            keySet(key, key), keySet(key, rsa), keySet(rsa), oneKey() + [UInt8](repeating: 0x20, count: 262_144),
        ]
        for body in bodies {
            let source = FakeKeySource(body)
            #expect(await reason(cache(source), "k1") == .keysUnavailable)
        }
    }

    @Test func `a status other than 200 fails whatever the body`() async throws {
        let source = try FakeKeySource(oneKey())
        try await source.respond(oneKey(), status: 503)
        #expect(await reason(cache(source), "k1") == .keysUnavailable)
    }

    @Test func `each fetch is reported to the observer`() async throws {
        let source = try FakeKeySource(oneKey())
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        let cache = JWKSCache(
            url: "https://issuer.test/keys", algorithm: .es256, source: source, clock: time.clock,
            observer: { continuation.yield("\($0)") })
        _ = try await cache.key("k1")
        await source.goDown()
        time.advance(300)
        _ = try await cache.key("k1")
        continuation.finish()
        var told: [String] = []
        for await event in events { told.append(event) }
        #expect(told.count == 2)
        #expect(told.first == "fetched(keys: 1)")
    }
}
