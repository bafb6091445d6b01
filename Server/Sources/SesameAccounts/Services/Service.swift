/// The dependencies that all services share.
struct ServiceContext: Sendable {
    let storage: any Storage
    let environment: RuntimeEnvironment
    /// The rate limiter; nil if the server has no limits.
    let limiter: RateLimiter?
    /// The observer of metrics events, called synchronously; it must be quick.
    let observe: @Sendable (MetricsEvent) -> Void
    let tombstones: Tombstones
    /// The supported providers.
    let definitions: ProviderDirectory
    let buckets: AccountBuckets
}

/// A service for a group of operations on accounts and sessions. Conforming types get direct access to the members of
/// the shared context, such as the storage and the rate limiter.
protocol Service: Sendable {
    var context: ServiceContext { get }
}

extension Service {
    var storage: any Storage { context.storage }
    var environment: RuntimeEnvironment { context.environment }
    var limiter: RateLimiter? { context.limiter }
    var observe: @Sendable (MetricsEvent) -> Void { context.observe }
    var tombstones: Tombstones { context.tombstones }
    var definitions: ProviderDirectory { context.definitions }

    /// Returns the seed of a new session's id.
    func newSession() -> SessionSeed { SessionSeed(environment, context.buckets) }

    func read<Value: Sendable>(
        _ body: @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(AccountError) -> Value {
        do throws(StorageError) {
            return try await storage.read(body)
        } catch {
            throw AccountError(error)
        }
    }

    /// Reads with a body that may examine thousands of rows; see ``Storage/scan(_:)``.
    func scan<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(AccountError) -> Value {
        do throws(StorageError) {
            return try await storage.scan(body)
        } catch {
            throw AccountError(error)
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Value
    ) async throws(AccountError) -> Value {
        do throws(StorageError) {
            return try await storage.write(body)
        } catch {
            throw AccountError(error)
        }
    }

    /// Runs a sign-in and emits a metrics event for its success or refusal.
    func observed<Value>(
        _ app: AppID, _ method: AuthenticationMethod, _ signIn: () async throws(AccountError) -> Value
    ) async throws(AccountError) -> Value {
        try await observingRefusals(app, method) { () async throws(AccountError) in
            let result = try await signIn()
            observe(.signedIn(app, method))
            return result
        }
    }

    /// Runs a sign-in or its first step, and emits a metrics event only if it is refused.
    func observingRefusals<Value>(
        _ app: AppID, _ method: AuthenticationMethod, _ begin: () async throws(AccountError) -> Value
    ) async throws(AccountError) -> Value {
        do throws(AccountError) {
            return try await begin()
        } catch {
            observe(.signInRefused(app, method, error.code))
            throw error
        }
    }
}
