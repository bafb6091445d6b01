import SesameAccounts

/// A record of damage to the database file.
final class DamageRecord: Sendable {
    private let isDamagedNow = Monitor(false)
    private let observer: (@Sendable (String) -> Void)?

    /// - Parameter observer: A function that receives the description of the first damage, once.
    init(observer: (@Sendable (String) -> Void)?) {
        self.observer = observer
    }

    var isDamaged: Bool { isDamagedNow.withLock { $0 } }

    /// Records the damage that the error reports, if it reports any.
    func note(_ error: StorageError) {
        guard case .damaged(let reason) = error else { return }
        let isNews = isDamagedNow.withLock { isDamaged in
            defer { isDamaged = true }
            return !isDamaged
        }
        if isNews { observer?(reason) }
    }
}
