import Logging
import SesameAccounts
import SesameAppwriteSurface
import SesameCore
import SesameHTTP
import SesameOperations
import SesameSurface

extension SesameApplication {
    /// A log whose refusals are counted: as security events, and those of credentials against who sent them. Whatever a
    /// surface refuses is written down here, so that none can forget to count it.
    static func log(
        _ accounts: Services, _ configuration: ServerConfiguration, _ metrics: ServerMetrics,
        limiter: RateLimiter?, _ logger: Logger
    ) -> SecurityLog {
        let apps = configuration.apps
        let keepsNetworks = apps.apps.values.allSatisfy(\.keepsNetworks)
        return SecurityLog(logger: logger, counter: { metrics.note($0) }) { refusal, request in
            let named = (try? apps.app(namedBy: request)) ?? apps.app(appwriteProjectOf: request)
            // A request that names no app is about the only one; one of the operator's is about none.
            let only = apps.apps.count == 1 ? apps.fallbackApp : nil
            let app = named ?? (request.path.first == "admin" ? nil : only)
            let isKept = app?.keepsNetworks ?? keepsNetworks
            if refusal.isOfCredential { limiter?.noteRefusal(of: request.client) }
            accounts.events.count(refusal, in: app, network: isKept ? request.peer.network : nil)
        }
    }

    /// Offers the way to the first admin key, while there is none that can make others.
    static func offer(_ bootstrap: AdminBootstrap, _ accounts: Services, _ logger: Logger) async throws {
        guard try await !accounts.adminKeys.hasKeyMaker() else { return bootstrap.removeFile() }
        try bootstrap.open(at: accounts.environment.now)
        logger.notice("no admin key yet: within an hour, run 'sesame admin-keys bootstrap' on this machine")
    }

    /// Follows the security events: tells webhooks of new ones about every second, and notes every minute what was
    /// counted. At the end what was counted is noted once more.
    static func follow(_ accounts: Services, _ bootstrap: AdminBootstrap, _ logger: Logger) async {
        var notedAt = ContinuousClock.now
        while !Task.isCancelled {
            await report(logger) { () async throws(Refusal) in try await accounts.events.announceEvents() }
            if notedAt.duration(to: .now) >= .seconds(60) {
                notedAt = .now
                await report(logger) { () async throws(Refusal) in try await accounts.events.noteRefusals() }
                bootstrap.expire(at: accounts.environment.now)
            }
            try? await Task.sleep(for: .seconds(1))
        }
        await report(logger) { () async throws(Refusal) in try await accounts.events.noteRefusals() }
    }

    private static func report(_ logger: Logger, _ operation: () async throws(Refusal) -> Void) async {
        do throws(Refusal) {
            try await operation()
        } catch {
            logger.error("security events", metadata: ["error": .string(error.diagnosis ?? error.reason)])
        }
    }
}
