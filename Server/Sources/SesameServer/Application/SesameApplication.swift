import Foundation
package import Logging
package import NIOCore
package import SesameAccounts
import SesameAppwriteSurface
import SesameFirebaseSurface
import SesameHTTP
import SesameNativeSurface
package import SesameOperations
import SesamePasswords
import SesameSQLite
import SesameSurface
import SesameTokens
import SesameWebSurface

/// A running server with all of its parts. Tests can give it a clock that they control.
package final class SesameApplication: Sendable {
    /// The port on which the server accepts public requests; chosen by the system if the configured port is 0.
    package let port: Int
    /// The public router, followed by the admin router if the admin API has its own listener.
    let routers: [Router]
    /// The port of the admin API; ``port`` if the admin API has no listener of its own.
    package let adminPort: Int
    package let accounts: Services
    let bootstrap: AdminBootstrap
    private let server: HTTPServer
    private let metricsServer: HTTPServer?
    private let adminServer: HTTPServer?
    private let storage: SQLiteStorage
    private let jobs: Task<Void, Never>
    private let events: Task<Void, Never>
    private let endedSessions: Task<Void, Never>
    private let freedMemory: Task<Void, Never>

    /// Opens the data folder, reads the keys, and starts to serve requests. Throws ``StartError`` if the database, its
    /// keys or the deletion journal cannot be used.
    package init(
        _ configuration: ServerConfiguration, clock: TrustedClock = TrustedClock(), logger: Logger
    ) async throws {
        let environment = RuntimeEnvironment(clock: clock)
        let metrics = ServerMetrics(configuration.apps)
        let limitLog = RateLimitLog(logger: logger)
        let limiter = Self.limiter(configuration.limits, metrics, limitLog)
        let masterKey = try MasterKey.read(configuration.keyFile)
        let passwords = configuration.apps.hasPasswords ? try PasswordService() : nil
        storage = try SQLiteStorage(
            configuration,
            options: SQLiteOptions(observer: { metrics.storage.note($0) }, damageObserver: { logger.damage($0) }))
        if let previous = storage.completedRestore { logger.completedRestore(previous) }
        do throws(StorageError) {
            clock.begin(lastUse: try await storage.read { reader throws(StorageError) in try reader.lastUse() })
        } catch {
            storage.close()
            throw StartError("the database cannot be read: \(error)")
        }
        clock.observe { isTrusted in
            metrics.clock.note(isTrusted)
            logger.clock(isTrusted: isTrusted)
        }
        let keys: KeyRing
        let firebase: FirebaseSigning?
        do throws(KeyRingError) {
            keys = try await KeyRing(
                storage: storage, environment: environment, masterKey: masterKey, schedule: KeyRotationSchedule())
            firebase = try await configuration.firebaseSigning(storage, environment, masterKey)
        } catch {
            storage.close()
            throw StartError(error, keyFile: configuration.keyFile)
        }
        let journal: DeletionJournalFile
        do throws(DeletionJournalFile.Failure) {
            journal = try DeletionJournalFile(
                configuration.journalFile, database: storage.databaseID,
                forgettingBefore: clock.isTrusted
                    ? environment.now.addingTimeInterval(-Tombstone.retention) : .distantPast)
        } catch {
            storage.close()
            throw StartError(error, journal: configuration.journalFile)
        }
        let client = HTTPClient(allowsPlainHTTP: configuration.developmentServices != nil)
        let exchange = ProviderOAuthClient(client: client, publicURL: configuration.publicURL)
        let trust = ProviderVerifiers(
            configuration.apps.providers, developmentServices: configuration.developmentServices,
            source: HTTPKeySource(client: client),
            environment: environment, metrics: metrics.keys, logger: logger)
        let accounts = Services(
            storage: storage, environment: environment, credentials: trust.credentials,
            definitions: configuration.apps.providers,
            codes: AppleCodeExchange(exchange, configuration, logger: logger),
            notifications: trust.notifications,
            push: FCMSender(
                client: HTTPClient(allowsPlainHTTP: configuration.developmentServices != nil),
                addresses: configuration.developmentServices?.push ?? .google, accounts: configuration.pushAccounts,
                logger: logger),
            passwords: passwords, messages: configuration.messageSender(client: client, logger),
            journal: journal, limiter: limiter, messageRules: configuration.messageRules,
            observe: { metrics.note($0) }, keys: keys, masterKey: masterKey, firebase: firebase,
            publicURL: configuration.publicURL, eventLife: Double(configuration.eventRetentionDays) * 86_400,
            webhooks: Webhooks(
                configuration.webhooks,
                sender: WebhookClient(count: configuration.webhooks.count, logger: logger) { environment.now }))
        if configuration.sms?.allowsNothing == true { logger.noteThatNoTextIsSent() }
        let bootstrap = AdminBootstrap(folder: configuration.dataFolder)
        self.accounts = accounts
        self.bootstrap = bootstrap
        do throws(StorageError) {
            // Without space the server starts, and reads. The next clean-up notes the use again.
            do throws(StorageError) { try await accounts.maintenance.noteUse() } catch .unavailable(let reason) {
                logger.startedWithoutWriting(reason)
            }
            logger.reconciled(try await accounts.journal.reconcile(toleratesFullDisk: true))
        } catch {
            storage.close()
            throw StartError("the deletion journal and the database cannot be reconciled: \(error)")
        }
        do throws(PrivacyError) {
            try await accounts.maintenance.checkPrivacy(of: configuration.apps)
        } catch {
            storage.close()
            throw StartError(error)
        }
        let guests = GuestCleanup(accounts.deletion, apps: configuration.apps) { outcome in
            metrics.guests.note(outcome)
            logger.cleanedUp(outcome)
        }
        let queues = accounts.maintenance.queues.merging(guests.queues) { own, _ in own }
        let wiring = MetricsSources(metrics, jobs: KnownJobKinds(Set(queues.keys)))
        let log = Self.log(accounts, configuration, metrics, limiter: limiter, logger)
        let admin = AdminAPI(
            accounts: accounts, apps: configuration.apps, build: BuildInfo.current.json, bootstrap: bootstrap, log: log)
        let router = Self.router(
            accounts, configuration, exchange, admin: admin, limiter: limiter, wiring: wiring, log: log)
        let adminRouter = configuration.adminListen.map { _ in Router(surfaces: [admin.surface()]) }
        routers = [router] + (adminRouter.map { [$0] } ?? [])
        server = HTTPServer(
            configuration: HTTPServerConfiguration(
                hosts: configuration.hosts, port: configuration.port,
                addressLimit: configuration.limits.addressLimit(trustedProxies: configuration.trustedProxies),
                trustedProxies: configuration.trustedProxies,
                forwardingField: configuration.forwardedHeader, logsTraces: configuration.logsTraces,
                observer: { metrics.requests.note($0) },
                limitObserver: { limit in
                    metrics.limited(limit)
                    limitLog.note(limit)
                }),
            router: router, logger: logger)
        wiring.connect(server, storage)
        adminServer = configuration.adminListen.flatMap { address in
            adminRouter.map { router in
                HTTPServer(
                    configuration: HTTPServerConfiguration(
                        hosts: [address.host], port: address.port, trustedProxies: configuration.trustedProxies,
                        forwardingField: configuration.forwardedHeader, eventLoopCount: 1),
                    router: router, logger: logger)
            }
        }
        do {
            port = try await server.listen()
            adminPort = try await adminServer?.listen() ?? port
            metricsServer = try await wiring.listen(configuration.metricsListener, accounts, log: log, logger: logger)
            if configuration.developmentServices == nil { try await Self.offer(bootstrap, accounts, logger) }
        } catch {
            await server.shutdown(grace: .zero)
            await adminServer?.shutdown(grace: .zero)
            storage.close()
            throw error
        }
        let failures = RepetitionLog(logger)
        let runner = Self.runner(
            queues, storage: storage, environment: environment, wiring: wiring, logger: logger, failures)
        jobs = Task { await runner.run() }
        events = Task { await Self.follow(accounts, bootstrap, failures) }
        endedSessions = Task { await Self.keepJournal(accounts, metrics, failures) }
        freedMemory = Task { [server] in await FreedMemory.returnToSystem(afterFloodsOf: server) }
    }

    /// Stops accepting connections, completes requests in progress within the grace period, and closes the data folder.
    ///
    /// - Parameter idle: The time for which an idle public connection stays open for one more request.
    package func shutdown(grace: TimeAmount = .seconds(10), idle: TimeAmount = .zero) async {
        // No new attempts begin meanwhile.
        jobs.cancel()
        freedMemory.cancel()
        await server.shutdown(grace: grace, idle: idle)
        await adminServer?.shutdown(grace: grace)
        await metricsServer?.shutdown(grace: .zero)
        events.cancel()
        endedSessions.cancel()
        await jobs.value
        await events.value
        await endedSessions.value
        bootstrap.close()
        storage.close()
    }

    /// Returns the public router. It includes the admin API unless the admin API has its own listener.
    static func router(
        _ accounts: Services, _ configuration: ServerConfiguration, _ exchange: ProviderOAuthClient,
        admin: AdminAPI, limiter: RateLimiter?, wiring: MetricsSources, log: SecurityLog
    ) -> Router {
        let cors = CORSPolicy(
            origins: configuration.corsOrigins,
            requestHeaders: ["Authorization", "Content-Type", "If-Match", AppDirectory.header, HTTPResponse.device],
            exposedHeaders: ["X-Request-ID", "ETag", "Retry-After", HTTPResponse.device])
        let apps = configuration.apps
        let isDevelopment = configuration.developmentServices != nil
        let web = WebSurfaces(
            accounts: accounts, apps: apps, webClients: configuration.webClients, exchange: exchange,
            providersURL: configuration.developmentServices?.url, log: log)
        var surfaces = [web.unknown(cors: cors)]
        surfaces += NativeSurfaces.all(accounts: accounts, apps: apps, log: log, cors: cors)
        surfaces += web.all(cors: cors)
        surfaces.append(wiring.api(accounts, door: .key(isDevelopment: isDevelopment), log: log).surface())
        let takesAdminKeys = configuration.adminListen == nil
        if configuration.servesFirebase {
            surfaces += FirebaseSurfaces.all(
                accounts: accounts, apps: apps, publicURL: configuration.publicURL,
                isEmulator: configuration.standsInForFirebaseEmulator, takesAdminKeys: takesAdminKeys, log: log)
        }
        if apps.hasAppwriteProjects {
            let appwrite = AppwriteAPI(
                accounts: accounts, apps: apps, publicURL: configuration.publicURL, log: log,
                takesAdminKeys: takesAdminKeys, depart: web.start)
            surfaces.append(appwrite.surface())
        }
        if takesAdminKeys { surfaces.append(admin.surface()) }
        return Router(
            surfaces: surfaces,
            gate: limiter.map { RateLimitInterceptor(limiter: $0, observer: log.observer) })
    }

    private static func runner(
        _ queues: [JobKind: JobQueue], storage: any Storage, environment: SesameAccounts.RuntimeEnvironment,
        wiring: MetricsSources, logger: Logger, _ failures: RepetitionLog
    ) -> JobRunner {
        JobRunner(
            storage: storage, environment: environment, queues: queues,
            intervals: MaintenanceService.maintenanceIntervals.merging(GuestCleanup.intervals) { own, _ in own },
            observe: { queue, isPaused in
                wiring.metrics.paused(isPaused, jobs: wiring.jobs.name(of: queue.kind))
                logger.log(
                    level: isPaused ? .warning : .notice,
                    isPaused ? "jobs paused, because their service does not respond" : "paused jobs resumed",
                    metadata: ["kind": .string(queue.kind.rawValue), "destination": .string(queue.destination)])
            }
        ) { kind, error in
            let name = kind?.rawValue ?? "outbox"
            wiring.metrics.failed(job: kind.map(wiring.jobs.name) ?? name)
            let metadata: Logger.Metadata = ["kind": .string(name), "error": .string(String(describing: error))]
            if case StorageError.unavailable(let reason) = error {
                failures.log(.error, "job failed", about: "\(name): \(reason)", metadata)
            } else {
                logger.error("job failed", metadata: metadata)
            }
        }
    }
}

extension AdminBootstrap: FirstKeyOffer {}
