import Logging
import SesameAccounts
import SesameAppwriteSurface
import SesameCore
import SesameHTTP
import SesameOperations
import SesameSurface

extension SesameApplication {
    /// Returns the security log of all surfaces. It counts refused sign-ins, refused access and exceeded rate limits
    /// as security events, and each wrong credential against the client's rate limit.
    static func log(
        _ accounts: Services, _ configuration: ServerConfiguration, _ metrics: ServerMetrics,
        limiter: RateLimiter?, _ logger: Logger
    ) -> SecurityLog {
        let apps = configuration.apps
        let recordsClientNetworks = apps.apps.values.allSatisfy(\.recordsClientNetworks)
        return SecurityLog(logger: logger, counter: { metrics.note($0) }) { refusal, request in
            let named = (try? apps.app(namedBy: request)) ?? apps.app(appwriteProjectOf: request)
            // A request without an app concerns the only app, if there is just one. An operator's request concerns
            // none.
            let only = apps.apps.count == 1 ? apps.defaultApp : nil
            let app =
                switch request.path.first {
                case "admin": named
                // Installed clients name no app.
                case "auth": named ?? apps.contractApp ?? only
                default: named ?? only
                }
            let isKept = app?.recordsClientNetworks ?? recordsClientNetworks
            if refusal.isOfCredential { limiter?.countRefusedCredential(of: request.client) }
            accounts.events.count(refusal, in: app, network: isKept ? request.peer.network : nil)
        }
    }

    /// Allows the creation of the first admin key for an hour, unless a key exists that can create others. A full disk,
    /// which has no room for the secret, does not keep the server from starting.
    static func offer(_ bootstrap: AdminBootstrap, _ accounts: Services, _ logger: Logger) async throws {
        guard try await !accounts.adminKeys.hasKeyThatCreatesKeys() else { return bootstrap.removeFile() }
        do throws(ConfigurationError) {
            try bootstrap.open(at: accounts.environment.now)
        } catch {
            return logger.error(
                "the first admin key cannot be created before a restart", metadata: ["error": .string("\(error)")])
        }
        logger.notice(
            "no admin key can create others yet: within an hour, run 'sesame admin-keys bootstrap' on this machine")
    }

    /// Enqueues webhook deliveries for new security events about once a second, until canceled. Stores the counts of
    /// refused requests every minute and once more at the end.
    static func follow(_ accounts: Services, _ bootstrap: AdminBootstrap, _ failures: RepetitionLog) async {
        var notedAt = ContinuousClock.now
        while !Task.isCancelled {
            await report("webhooks", to: failures) { () async throws(AccountError) in
                try await accounts.events.enqueueWebhookDeliveries()
            }
            if notedAt.duration(to: .now) >= .seconds(60) {
                notedAt = .now
                await report("security events", to: failures) { () async throws(AccountError) in
                    try await accounts.events.flushRefusedRequestCounts()
                }
                bootstrap.expire(at: accounts.environment.now)
            }
            try? await Task.sleep(for: .seconds(1))
        }
        await report("security events", to: failures) { () async throws(AccountError) in
            try await accounts.events.flushRefusedRequestCounts()
        }
    }

    /// Adds ended sessions to the deletion journal about once a second, until canceled, and once more at the end. The
    /// journal may be on a disk of its own, which delays nothing else.
    static func keepJournal(_ accounts: Services, _ metrics: ServerMetrics, _ failures: RepetitionLog) async {
        while true {
            let isLast = Task.isCancelled
            let isDone = await report("deletion journal", to: failures) { () async throws(AccountError) in
                try await accounts.journal.noteEndedSessions()
            }
            if !isDone { metrics.failed(job: "deletion_journal") }
            if isLast { return }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Carries out a task, and logs its failure once a minute. Returns false if it failed.
    @discardableResult
    private static func report(
        _ task: String, to failures: RepetitionLog, _ operation: () async throws(AccountError) -> Void
    ) async -> Bool {
        do throws(AccountError) {
            try await operation()
            return true
        } catch {
            let reason = error.diagnosis ?? error.reason
            failures.log(.error, "\(task)", about: "\(task): \(reason)", ["error": .string(reason)])
            return false
        }
    }
}
