import Foundation
import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameTokens
import Testing

@testable import SesameOperations
@testable import SesameSurface

struct MetricsTests {
    private func text(_ write: (inout PrometheusText) -> Void) -> String {
        var text = PrometheusText()
        write(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test func `a label value is escaped within its quotes`() {
        let text = text { $0.sample("a", 1, [MetricLabel("x", "\"\\\n}é"), MetricLabel("y", "")]) }
        #expect(text == "a{x=\"\\\"\\\\\\n}é\",y=\"\"} 1\n")
    }

    @Test(arguments: [
        (0.0, "0"), (1e15, "1000000000000000"), (0.25, "0.25"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
    ])
    func `numbers are written as Prometheus reads them`(value: Double, expected: String) {
        #expect(PrometheusText.text(value) == expected)
    }

    @Test func `guest counts are those of the latest clean-up`() throws {
        let metrics = GuestMetrics()
        let (one, two) = (try #require(AppID("one")), try #require(AppID("two")))
        metrics.note(GuestCleanup.Outcome(app: two, mode: .dryRun, guests: 5, idle: 2))
        metrics.note(GuestCleanup.Outcome(app: one, mode: .on, guests: 90, idle: 80, removed: 80))
        metrics.note(GuestCleanup.Outcome(app: one, mode: .on, guests: 9, idle: 3, removed: 3))
        let lines = text { metrics.write(&$0) }.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                "sesame_guests{app=\"one\"} 6", "sesame_guests{app=\"two\"} 5", "sesame_guests_idle{app=\"one\"} 3",
                "sesame_guests_idle{app=\"two\"} 2",
            ])
    }

    @Test func `a counter with known labels starts at zero and counts`() {
        let counter = Counter("a_total", "Help.", labels: ["x"], known: [["one"], ["two"]])
        counter.add(1, "two")
        counter.add(2, "two")
        counter.add(1, "three")
        let text = text { counter.write(&$0) }
        #expect(
            text == """
                # HELP a_total Help.
                # TYPE a_total counter
                a_total{x="one"} 0
                a_total{x="three"} 1
                a_total{x="two"} 3

                """)
    }

    @Test func `a counter stores a limited number of label values and counts the rest as other`() {
        let counter = Counter("a_total", "Help.", labels: ["x"])
        for value in 0..<10_000 { counter.add(1, String(value)) }
        let lines = text { counter.write(&$0) }.split(separator: "\n")
        #expect(lines.count == 2 + Counter.maxSamples + 1)
        #expect(lines.contains("a_total{x=\"other\"} 8000"))
    }

    @Test func `a histogram bucket counts every value up to its limit`() {
        var histogram = Histogram([1, 2])
        for value in [0.5, 1, 1.5, 99] { histogram.observe(value) }
        let text = text { histogram.write("h", [MetricLabel("x", "y")], &$0) }
        #expect(
            text == """
                h_bucket{x="y",le="1"} 2
                h_bucket{x="y",le="2"} 3
                h_bucket{x="y",le="+Inf"} 4
                h_sum{x="y"} 102
                h_count{x="y"} 4

                """)
    }

    @Test func `each event is counted under its metric name`() throws {
        let app = try #require(AppID("couple"))
        let metrics = ServerMetrics(AppDirectory([App(id: app)]))
        let occurrences: [MetricsEvent] = [
            .signedIn(app, .google), .signInRefused(app, .apple, .invalidNonce), .refresh(.reused),
            .tokenRejected(.apple, .audience), .push(.gone),
        ]
        for occurrence in occurrences { metrics.note(occurrence) }
        metrics.limited(.guests)
        metrics.refused(.notFound)
        metrics.failed(job: "purge")
        metrics.notified(
            NotificationReceipt(events: [.consentRevoked, .unknown("invented")], effect: .changed), by: .apple)
        metrics.keys.note(.fetched(keys: 2), of: KeyMetrics.Source(provider: .google, isDevelopment: true))
        metrics.storage.note(
            StorageCommit(
                writes: 3, pages: 9, duration: .milliseconds(2), isDurable: true,
                events: [.init(app: app, kind: .accountCreated), .init(app: app, kind: .refreshReuseDetected)]))
        let lines = Set(text { metrics.write(&$0) }.split(separator: "\n"))
        for line in [
            #"sesame_sign_ins_total{app="couple",method="google",outcome="ok"} 1"#,
            #"sesame_sign_ins_total{app="couple",method="apple",outcome="invalid_nonce"} 1"#,
            #"sesame_refreshes_total{outcome="reused"} 1"#, #"sesame_refreshes_total{outcome="rotated"} 0"#,
            #"sesame_tokens_rejected_total{provider="apple",reason="audience"} 1"#,
            #"sesame_pushes_total{outcome="gone"} 1"#, #"sesame_rate_limited_total{limit="guests"} 1"#,
            #"sesame_refusals_total{code="not_found"} 1"#, #"sesame_jobs_failed_total{kind="purge"} 1"#,
            #"sesame_notifications_total{provider="apple",event="consent-revoked",effect="changed"} 1"#,
            #"sesame_notifications_total{provider="apple",event="unknown",effect="changed"} 1"#,
            #"sesame_provider_keys_fetches_total{provider="google",source="development",outcome="fetched"} 1"#,
            #"sesame_accounts_created_total{app="couple"} 1"#,
            #"sesame_security_events_total{app="couple",kind="refresh_reuse_detected"} 1"#,
            #"sesame_storage_commits_total{outcome="kept"} 1"#, "sesame_storage_commit_writes_sum 3",
            #"sesame_storage_commit_duration_seconds_bucket{le="0.0025"} 1"#,
        ] {
            #expect(lines.contains(line[...]), "\(line)")
        }
        #expect(!lines.contains { $0.contains("invented") })
        #expect(lines.contains { $0.hasPrefix(#"sesame_provider_keys_age_seconds{provider="google""#) })
    }

    @Test func `responses are counted by route, and unrouted ones have no duration`() {
        let metrics = RequestMetrics()
        func record(_ pattern: String, _ status: Int) -> HTTPExchangeRecord {
            HTTPExchangeRecord(
                id: RequestID(1), method: "GET", pattern: pattern, status: status, duration: .milliseconds(3))
        }
        for record in [record("/a", 200), record("/a", 200), record("/a", 404), record("-", 404)] {
            metrics.note(record)
        }
        let lines = Set(text { metrics.write(&$0) }.split(separator: "\n"))
        #expect(lines.contains(#"sesame_http_requests_total{method="GET",route="/a",status="200"} 2"#))
        #expect(lines.contains(#"sesame_http_requests_total{method="GET",route="-",status="404"} 1"#))
        #expect(lines.contains(#"sesame_http_request_duration_seconds_count{method="GET",route="/a"} 3"#))
        #expect(!lines.contains { $0.hasPrefix("sesame_http_request_duration") && $0.contains(#"route="-""#) })
    }

    // MARK: Who may read them

    private func status(
        _ door: MetricsAPI.Access, peer: PeerAddress = .loopback, scopes: Set<AdminScope>? = nil,
        authorization: [String] = []
    ) async throws -> UInt {
        let rig = try await ServerRig()
        let api = MetricsAPI(
            metrics: ServerMetrics(AppDirectory([])), accounts: rig.accounts, jobs: KnownJobKinds([.purge]),
            gauges: { nil },
            door: door,
            log: SecurityLog(logger: Logger(label: "test")))
        var authorization = authorization
        if let scopes {
            let context = RequestContext(requestID: "test")
            let first = try await rig.accounts.adminKeys.makeDevelopmentAdminKey(context: context)
            let maker = try await rig.accounts.adminKeys.authenticate(adminKey: first, context: context)
            let order = try AdminKeyRequest(name: "test", scopes: scopes, apps: nil)
            let made = try await rig.accounts.adminKeys.createAdminKey(order, by: maker, context: context)
            authorization.append("Bearer \(made.text.exposed)")
        }
        let request = try HTTPRequest(
            method: .GET, target: "/metrics", headers: HTTPHeaders(authorization.map { ("Authorization", $0) }),
            peer: peer)
        let answer = await Router(surfaces: [api.surface()]).answer(request)
        #expect((answer.status == .ok) == answer.text.contains("sesame_storage_up 1"))
        return answer.status.code
    }

    @Test func `in production metrics require an admin key with the metrics scope`()
        async throws
    {
        let door = MetricsAPI.Access.key(isDevelopment: false)
        #expect(try await status(door) == 401)
        #expect(try await status(door, authorization: ["Bearer x"]) == 401)
        #expect(try await status(door, scopes: [.metricsRead]) == 200)
        #expect(try await status(door, scopes: Set(AdminScope.allCases).subtracting([.metricsRead])) == 403)
    }

    @Test func `in development metrics need no key on this machine, but one from any other`() async throws {
        let door = MetricsAPI.Access.key(isDevelopment: true)
        let phone = PeerAddress(ip: "192.168.1.20", isLoopback: false)
        #expect(try await status(door) == 200)
        #expect(try await status(door, authorization: ["Bearer x"]) == 401)
        #expect(try await status(door, peer: phone) == 401)
        #expect(try await status(door, peer: phone, scopes: [.metricsRead]) == 200)
        #expect(try await status(.open, peer: phone) == 200)
    }
}
