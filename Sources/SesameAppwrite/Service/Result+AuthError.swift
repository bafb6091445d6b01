import SesameCore

extension Result where Failure == AuthError {
    /// Runs the function and keeps what comes of it, for what is asked at the same time.
    init(_ body: () async throws(AuthError) -> Success) async {
        do throws(AuthError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
