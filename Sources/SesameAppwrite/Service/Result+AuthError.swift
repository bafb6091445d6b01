import SesameCore

extension Result where Failure == AuthError {
    /// Runs the function and stores its outcome, for requests that run at the same time.
    init(_ body: () async throws(AuthError) -> Success) async {
        do throws(AuthError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
