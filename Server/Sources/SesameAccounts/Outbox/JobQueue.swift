/// The rules by which the jobs of one kind are performed.
package struct JobQueue: Sendable {
    /// A function that performs one job; if it throws, the job is retried later.
    package typealias Handler = @Sendable (Job) async throws -> Void

    let width: Int
    let hasBreaker: Bool
    let handler: Handler

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - width: The number of concurrent jobs. With one, jobs run in the order of their due times.
    ///   - hasBreaker: True if one service performs all jobs of the kind. They then pause while it is unreachable: see
    ///     ``CircuitBreaker``.
    ///   - handler: Performs one job.
    package init(width: Int = 8, hasBreaker: Bool = false, _ handler: @escaping Handler) {
        self.width = width
        self.hasBreaker = hasBreaker
        self.handler = handler
    }
}
