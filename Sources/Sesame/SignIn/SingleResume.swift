package import SesameCore

/// The end of a wait for a delegate or a completion handler: the first outcome counts, whatever comes later is ignored.
///
/// Systems' sheets call back twice, late, or never. When the last holder lets go of the value without an outcome, the
/// wait ends with ``SesameCore/AuthError/Code/cancelled``: nobody waits for ever.
package final class SingleResume<Value: Sendable>: Sendable {
    private let outcome: Promise<Result<Value, AuthError>>

    private init(_ outcome: Promise<Result<Value, AuthError>>) {
        self.outcome = outcome
    }

    deinit {
        resume(with: .failure(AuthError(.cancelled, "the wait was given up without an outcome")))
    }

    /// Ends the wait; false when it had ended already.
    @discardableResult
    package func resume(with result: Result<Value, AuthError>) -> Bool {
        outcome.fulfil(result)
    }

    /// Ends the wait with a value; false when it had ended already.
    @discardableResult
    package func resume(returning value: Value) -> Bool {
        resume(with: .success(value))
    }

    /// Ends the wait with an error; false when it had ended already.
    @discardableResult
    package func resume(throwing error: AuthError) -> Bool {
        resume(with: .failure(error))
    }

    /// Waits until somebody whom `start` hands the value to ends the wait.
    ///
    /// - Parameters:
    ///   - onCancel: Called once when the waiting task is cancelled, for example to take down a sheet.
    ///   - start: Called at once, on the caller's actor. What it keeps of its argument must not outlive its own use.
    package static func wait(
        onCancel: @escaping @Sendable () -> Void = {}, _ start: (SingleResume<Value>) -> Void
    ) async throws(AuthError) -> Value {
        let outcome = Promise<Result<Value, AuthError>>()
        // Held by nobody here: its end must be able to come.
        start(SingleResume(outcome))
        return try await withTaskCancellationHandler {
            await outcome.value
        } onCancel: {
            if outcome.fulfil(.failure(AuthError(.cancelled, "the waiting task was cancelled"))) { onCancel() }
        }.get()
    }
}
