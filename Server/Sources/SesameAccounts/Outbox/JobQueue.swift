/// The rules by which the jobs of one kind are performed.
package struct JobQueue: Sendable {
    let width: Int
    let hasBreaker: Bool
    let handler: @Sendable (Job) async throws -> JobResult

    /// Creates a queue for jobs that no other service performs.
    ///
    /// - Parameters:
    ///   - width: The number of concurrent jobs for each destination. With one, jobs run in the order of their due
    ///     times.
    ///   - handler: Performs one job; if it throws, the job is retried later.
    package init(width: Int = 8, _ handler: @escaping @Sendable (Job) async throws -> Void) {
        self.init(width: width, hasBreaker: false) { job in
            try await handler(job)
            return .skipped
        }
    }

    /// Returns a queue for jobs that a service performs. They pause while it is unreachable: see ``CircuitBreaker``.
    ///
    /// - Parameters:
    ///   - width: The number of concurrent jobs for each destination.
    ///   - handler: Performs one job; if it throws, the job is retried later.
    package static func service(
        width: Int = 8, _ handler: @escaping @Sendable (Job) async throws -> JobResult
    ) -> JobQueue {
        JobQueue(width: width, hasBreaker: true, handler: handler)
    }

    private init(width: Int, hasBreaker: Bool, handler: @escaping @Sendable (Job) async throws -> JobResult) {
        self.width = width
        self.hasBreaker = hasBreaker
        self.handler = handler
    }
}

/// The result of a job that is done.
package enum JobResult: Sendable, Equatable {
    /// The service responded.
    case responded
    /// The service was not asked, for example because the job had expired.
    case skipped
}
