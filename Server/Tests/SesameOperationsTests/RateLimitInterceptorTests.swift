import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameOperations
@testable import SesameSurface

struct RateLimitInterceptorTests {
    /// Returns a router with two routes behind a rate-limit interceptor. Both respond with the status in the query, or
    /// else 200.
    private func router(
        _ limits: [RateLimitRule: RateLimit], exempt: [String] = [], limiter: RateLimiter? = nil,
        observer: (@Sendable (AccountError, HTTPRequest) -> Void)? = nil
    ) -> Router {
        let gate = RateLimitInterceptor(
            limiter: limiter
                ?? RateLimiter(
                    RateLimitSettings(limits),
                    isExempt: ServerRateLimits(exempt: exempt.compactMap { IPNetwork($0) }).exempts),
            observer: observer)
        let routes = [
            ("/counted", RoutePolicy()), ("/health", RoutePolicy(rateLimitClass: .uncounted)),
        ].map { path, policy in
            Route(.GET, path, takes: .none, policy: policy) { request, _ in
                HTTPResponse(status: HTTPResponseStatus(statusCode: request.query["status"].flatMap { Int($0) } ?? 200))
            }
        }
        return Router(
            surfaces: [Surface(name: "a", routes: routes, renderProblem: ErrorRenderer.render)], gate: gate)
    }

    private func statuses(
        _ router: Router, _ target: String, times: Int, from ip: String = "203.0.113.1"
    ) async throws -> [UInt] {
        var statuses: [UInt] = []
        for _ in 0..<times {
            let request = try HTTPRequest(
                method: .GET, target: target, peer: PeerAddress(ip: ip, isLoopback: false))
            statuses.append(await router.answer(request).status.code)
        }
        return statuses
    }

    @Test func `requests from one IP address are limited, and those from another are not`() async throws {
        let router = router([.requests: RateLimit(perMinute: 1, burst: 2)])
        #expect(try await statuses(router, "/counted", times: 3) == [200, 200, 429])
        #expect(try await statuses(router, "/counted", times: 1, from: "198.51.100.1") == [200])
    }

    @Test func `each rate-limited request is reported to the observer`() async throws {
        let told = Locked<[String]>([])
        let router = router([.requests: RateLimit(perMinute: 1, burst: 1)]) { refusal, request in
            told.withLock { $0.append("\(refusal.code.rawValue) \(request.peer.ip)") }
        }
        _ = try await statuses(router, "/counted", times: 3)
        #expect(told.withLock { $0 } == ["rate_limited 203.0.113.1", "rate_limited 203.0.113.1"])
    }

    @Test func `health checks are never rate limited`() async throws {
        let router = router([.requests: RateLimit(perMinute: 1, burst: 1)])
        #expect(try await statuses(router, "/counted", times: 2) == [200, 429])
        #expect(try await statuses(router, "/health", times: 5) == [200, 200, 200, 200, 200])
    }

    @Test func `too many rejected credentials make only their sender wait`() async throws {
        let limiter = RateLimiter(RateLimitSettings([.refusals: RateLimit(perMinute: 1, burst: 2)]))
        let router = router([:], limiter: limiter)
        func refuse(from ip: String) throws {
            limiter.countRefusedCredential(
                of: try HTTPRequest(method: .GET, target: "/", peer: PeerAddress(ip: ip, isLoopback: false)).client)
        }
        for _ in 0..<2 { try refuse(from: "203.0.113.1") }
        #expect(try await statuses(router, "/counted", times: 1) == [429])
        #expect(try await statuses(router, "/health", times: 1) == [200])
        #expect(try await statuses(router, "/counted", times: 1, from: "198.51.100.1") == [200])
    }

    @Test func `exempt networks are not rate limited`() async throws {
        let router = router([.requests: RateLimit(perMinute: 1, burst: 1)], exempt: ["10.0.0.0/8"])
        #expect(try await statuses(router, "/counted", times: 3, from: "10.1.2.3") == [200, 200, 200])
        #expect(try await statuses(router, "/counted", times: 3, from: "11.1.2.3") == [200, 429, 429])
    }

    @Test func `a flood is logged only now and then, with a count`() {
        let lines = Locked([String]())
        let instant = Locked(ContinuousClock.now)
        var logger = Logger(label: "test") { _ in
            JSONLinesLogHandler(
                label: "test", level: .info,
                destination: .custom { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } })
        }
        logger.logLevel = .info
        let log = RateLimitLog(logger: logger) { instant.withLock { $0 } }
        for _ in 0..<100 { log.note(.refusals) }
        log.note(.guests)
        #expect(lines.withLock { $0.count } == 2)
        instant.withLock { $0 = $0.advanced(by: .seconds(10)) }
        log.note(.refusals)
        let last = lines.withLock { $0.last } ?? ""
        #expect(last.contains(#""limit":"refusals","times":"100""#))
    }

    @Test func `rate limits are read from the configuration`() throws {
        let file = """
            {"publicURL": "https://a.example.com", "dataDir": "/d", "keyFile": "/k", "metricsListen": "[::1]:9464",
             "trustedProxies": ["127.0.0.1"],
             "rateLimits": {"exempt": ["10.0.0.0/8"], "requests": {"perMinute": 7}, "guests": {"perMinute": 2, "burst": 3},
              "textsFromAddress": {"perHour": 9}, "connectionsFromAddress": 70},
             "apps": {"a": {"rateLimits": {"guestsOfApp": {"perMinute": 5, "burst": 6}}}, "b": {}}}
            """
        let configuration = try ServerConfiguration(parsing: Array(file.utf8))
        let limits = configuration.limits
        #expect(limits.isEnabled && limits.exempt == [IPNetwork("10.0.0.0/8")].compactMap { $0 })
        let connections = limits.addressLimit(trustedProxies: configuration.trustedProxies)
        #expect(connections?.max == 70)
        #expect(connections?.exempt == ["127.0.0.1", "10.0.0.0/8"].compactMap { IPNetwork($0) })
        #expect(ServerRateLimits(isEnabled: false).addressLimit(trustedProxies: []) == nil)
        #expect(limits.settings[.requests] == RateLimit(perMinute: 7, burst: RateLimitRule.requests.defaultLimit.burst))
        #expect(limits.settings[.guests] == RateLimit(perMinute: 2, burst: 3))
        #expect(limits.settings[.textsFromAddress] == RateLimit(9, per: .hour, burst: 20))
        #expect(limits.settings[.changes] == RateLimitRule.changes.defaultLimit)
        #expect(limits.apps[try #require(AppID("a"))]?[.guestsOfApp] == RateLimit(perMinute: 5, burst: 6))
        #expect(limits.apps.count == 1)
        #expect(configuration.metricsListener == ListenAddress(host: "::1", port: 9464))
        var unlimited = configuration
        unlimited.limits.isEnabled = false
        let ofMinutes = file.replacing("perHour", with: "perMinute")
        #expect(throws: ConfigurationError.self) { try ServerConfiguration(parsing: Array(ofMinutes.utf8)) }
        #expect(throws: ConfigurationError.self) { try unlimited.forProduction() }
        #expect(try configuration.forProduction().limits.isEnabled)
    }
}
