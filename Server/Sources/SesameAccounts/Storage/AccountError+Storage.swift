import SesameCore

extension AccountError {
    /// Creates the refusal of a request whose transaction has changed nothing.
    init(_ error: StorageError) {
        switch error {
        case .unavailable(let cause):
            self.init(.storageUnavailable, "storage cannot take the request now", retryAfter: 1)
            diagnosis = cause
        case .corrupt(let cause):
            self.init(.internal, "storage did not do as it was told")
            diagnosis = cause
        case .conflict:
            self.init(.internal, "storage did not do as it was told")
            diagnosis = "a row exists that should not"
        case .refused(let refusal):
            self = refusal
        }
    }
}
