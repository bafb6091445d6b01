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

    /// Allows the creation of the first admin key for an hour, unless a key exists that can create others.
    static func offer(_ bootstrap: AdminBootstrap, _ accounts: Services, _ logger: Logger) async throws {
        guard try await !accounts.adminKeys.hasKeyThatCreatesKeys() else { return bootstrap.removeFile() }
        try bootstrap.open(at: accounts.environment.now)
        logger.notice(
            "no admin key can create others yet: within an hour, run 'sesame admin-keys bootstrap' on this machine")
    }

    /// Enqueues webhook deliveries for new security events about once a second, until canceled. Stores the counts of
    /// refused requests every minute and once more at the end.
    static func follow(_ accounts: Services, _ bootstrap: AdminBootstrap, _ logger: Logger) async {
        var notedAt = ContinuousClock.now
        while !Task.isCancelled {
            await report(logger) { () async throws(AccountError) in try await accounts.events.enqueueWebhookDeliveries()
            }
            if notedAt.duration(to: .now) >= .seconds(60) {
                notedAt = .now
                await report(logger) { () async throws(AccountError) in
                    try await accounts.events.flushRefusedRequestCounts()
                }
                bootstrap.expire(at: accounts.environment.now)
            }
            try? await Task.sleep(for: .seconds(1))
        }
        await report(logger) { () async throws(AccountError) in try await accounts.events.flushRefusedRequestCounts() }
    }

    private static func report(_ logger: Logger, _ operation: () async throws(AccountError) -> Void) async {
        do throws(AccountError) {
            try await operation()
        } catch {
            logger.error("security events", metadata: ["error": .string(error.diagnosis ?? error.reason)])
        }
    }
}
