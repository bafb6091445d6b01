import SesameCore

extension AccountError {
    /// Creates the error for a request whose transaction failed and changed nothing.
    init(_ error: StorageError) {
        switch error {
        case .unavailable(let cause):
            self.init(.storageUnavailable, "the storage is temporarily unavailable", retryAfter: 1)
            diagnosis = cause
        case .damaged(let cause), .corrupt(let cause):
            self.init(.internal, "internal storage error")
            diagnosis = cause
        case .conflict:
            self.init(.internal, "internal storage error")
            diagnosis = "an unexpected row already exists"
        case .refused(let refusal):
            self = refusal
        }
    }
}
