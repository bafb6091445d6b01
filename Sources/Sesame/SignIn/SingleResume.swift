package import SesameCore

/// The outcome of a wait for a delegate or a completion handler. The first outcome counts; later ones are ignored.
///
/// System sheets call back twice, late, or never. If the last reference to the value is released without an outcome,
/// the wait ends with ``SesameCore/AuthError/Code/cancelled``, so that no caller waits forever.
package final class SingleResume<Value: Sendable>: Sendable {
    private let outcome: Promise<Result<Value, AuthError>>

    private init(_ outcome: Promise<Result<Value, AuthError>>) {
        self.outcome = outcome
    }

    deinit {
        resume(with: .failure(AuthError(.cancelled, "the wait ended without an outcome")))
    }

    /// Ends the wait; returns false if it had already ended.
    @discardableResult
    package func resume(with result: Result<Value, AuthError>) -> Bool {
        outcome.fulfill(result)
    }

    /// Ends the wait with a value; returns false if it had already ended.
    @discardableResult
    package func resume(returning value: Value) -> Bool {
        resume(with: .success(value))
    }

    /// Ends the wait with an error; returns false if it had already ended.
    @discardableResult
    package func resume(throwing error: AuthError) -> Bool {
        resume(with: .failure(error))
    }

    /// Waits until the value passed to `start` is resumed, and returns or throws that outcome.
    ///
    /// - Parameters:
    ///   - onCancel: The closure called once when the waiting task is canceled, for example to dismiss a sheet.
    ///   - start: The closure called at once, on the caller's actor. Release its argument as soon as no outcome can
    ///     follow: the wait ends when the last reference is released.
    package static func wait(
        onCancel: @escaping @Sendable () -> Void = {}, _ start: (SingleResume<Value>) -> Void
    ) async throws(AuthError) -> Value {
        let outcome = Promise<Result<Value, AuthError>>()
        // This function holds no reference, so that the value can be deinitialized.
        start(SingleResume(outcome))
        return try await withTaskCancellationHandler {
            await outcome.value
        } onCancel: {
            if outcome.fulfill(.failure(AuthError(.cancelled, "the waiting task was cancelled"))) { onCancel() }
        }.get()
    }
}
