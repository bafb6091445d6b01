package import SesameAccounts
import SesameCore
package import SesameHTTP
package import SesameSurface
import SesameTokens
import SesameWire

/// The metrics that the server collects. They contain no personal data, and no request can create a label.
package final class ServerMetrics: Sendable {
    package let requests = RequestMetrics()
    package let keys = KeyMetrics()
    package let guests = GuestMetrics()
    package let clock = ClockMetrics()
    package let storage: StorageMetrics
    private let process = ProcessMetrics()
    private let signIns: Counter
    private let refreshes = Counter(
        "sesame_refreshes_total",
        "Refreshes by outcome: rotated, repeated, reused (session ended), kept (Firebase clients) or refused.",
        labels: ["outcome"],
        known: RefreshOutcome.allCases.map { [$0.rawValue] })
    private let rejections: Counter
    private let refusals = Counter(
        "sesame_refusals_total", "Requests rejected by a rule, by error code.", labels: ["code"])
    private let limits = Counter(
        "sesame_rate_limited_total", "Requests and connections rejected by a limit, by limit.", labels: ["limit"],
        known: RateLimitRule.allCases.map { [$0.name] } + ConnectionLimit.allCases.map { [$0.rawValue] })
    private let notifications = Counter(
        "sesame_notifications_total", "Events in provider notifications, by provider, event and effect.",
        labels: ["provider", "event", "effect"])
    private let pushes = Counter(
        "sesame_pushes_total", "FCM pushes by outcome: sent, gone (device no longer registered), dropped or postponed.",
        labels: ["outcome"],
        known: PushOutcome.allCases.map { [$0.rawValue] })
    private let messages = Counter(
        "sesame_messages_total", "Email and SMS deliveries, by channel and outcome: sent, dropped or postponed.",
        labels: ["channel", "outcome"],
        known: MessageOutcome.allCases.map { [MessageChannel.email.rawValue, $0.rawValue] })
    private let messageCaps = Counter(
        "sesame_message_caps_total",
        "Messages rejected by a daily cap, by channel and scope: receiver, country or app.",
        labels: ["channel", "scope"],
        known: MessageCaps.Rule.all.map { [$0.channel.rawValue, $0.scope.rawValue] })
    private let failedJobs = Counter(
        "sesame_jobs_failed_total",
        "Failed job attempts, by kind; each is retried. `deletion_journal` is for ended sessions.",
        labels: ["kind"])
    private let pausedQueues = Locked(
        [JobKind.sendEmail, .sendSMS, .sendPush, .deliverWebhook].reduce(into: [:]) { $0[$1.rawValue] = 0 })

    /// The common reasons for invalid tokens; others appear at their first occurrence.
    private static let usualReasons: [TokenError.Reason] = [
        .malformed, .unknownKey, .signature, .issuer, .audience, .expired, .issuedInFuture, .tooOld, .nonce,
        .keysUnavailable,
    ]

    package init(_ directory: AppDirectory) {
        let apps = Array(directory.apps.keys)
        storage = StorageMetrics(apps: apps)
        rejections = Counter(
            "sesame_tokens_rejected_total",
            "Rejected ID tokens, by provider and reason, such as audience, expired, nonce or signature.",
            labels: ["provider", "reason"],
            known: directory.providers.all.flatMap { definition in
                Self.usualReasons.map { [definition.provider.rawValue, $0.name] }
            })
        signIns = Counter(
            "sesame_sign_ins_total", "Sign-ins by app, method and outcome: ok, or the error code.",
            labels: ["app", "method", "outcome"],
            known: apps.flatMap { app in directory.providers.methods.map { [app.description, $0.rawValue, "ok"] } })
    }

    /// Counts a refusal or a provider notification that the security log has recorded.
    package func note(_ entry: SecurityLog.Entry) {
        switch entry {
        case .refused(let code): refused(code)
        case .notified(let receipt, let provider): notified(receipt, by: provider)
        }
    }

    /// Counts a sign-in, a refresh, a rejected ID token, a message or a push, by its outcome.
    package func note(_ occurrence: MetricsEvent) {
        switch occurrence {
        case .signedIn(let app, let method): signIns.add(1, app.description, method.rawValue, "ok")
        case .signInRefused(let app, let method, let code):
            signIns.add(1, app.description, method.rawValue, code.rawValue)
        case .refresh(let outcome): refreshes.add(1, outcome.rawValue)
        case .tokenRejected(let provider, let reason): rejections.add(1, provider.rawValue, reason.name)
        case .message(let channel, let outcome): messages.add(1, channel.rawValue, outcome.rawValue)
        case .messageCapped(let rule): messageCaps.add(1, rule.channel.rawValue, rule.scope.rawValue)
        case .push(let outcome): pushes.add(1, outcome.rawValue)
        }
    }

    /// Counts a refused request by its error code.
    func refused(_ code: AuthError.Code) { refusals.add(1, code.rawValue) }

    /// Counts a request rejected by a rate limit, by the limit.
    package func limited(_ rule: RateLimitRule) { limits.add(1, rule.name) }

    /// Counts a connection rejected by a limit, by the limit.
    package func limited(_ limit: ConnectionLimit) { limits.add(1, limit.rawValue) }

    /// Counts the events of a notification. A type that this server does not know is counted as `unknown`.
    func notified(_ receipt: NotificationReceipt, by provider: Provider) {
        for event in receipt.events {
            let isKnown = if case .unknown = event { false } else { true }
            notifications.add(1, provider.rawValue, isKnown ? event.name : "unknown", receipt.effect.rawValue)
        }
    }

    /// Counts a failed attempt at a job, by the job's type.
    package func failed(job kind: String) { failedJobs.add(1, kind) }

    /// Records that a queue of jobs of the type pauses, or no longer does.
    package func paused(_ isPaused: Bool, jobs kind: String) {
        pausedQueues.withLock { $0[kind, default: 0] += isPaused ? 1 : -1 }
    }

    private func writePausedQueues(_ text: inout PrometheusText) {
        let name = "sesame_jobs_paused"
        text.family(
            name, .gauge, "Queues that wait for a service that does not respond, by kind.")
        for (kind, count) in pausedQueues.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text.sample(name, Double(count), [MetricLabel("kind", kind)])
        }
    }

    func write(_ text: inout PrometheusText) {
        requests.write(&text)
        let counters = [
            signIns, refreshes, rejections, refusals, limits, notifications, pushes, messages, messageCaps, failedJobs,
        ]
        for counter in counters { counter.write(&text) }
        writePausedQueues(&text)
        keys.write(&text)
        guests.write(&text)
        clock.write(&text)
        storage.write(&text)
        process.write(&text)
        BuildInfo.current.write(&text)
    }
}
