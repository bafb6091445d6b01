import SesameWire

/// The active faults of the development versions of Google and Apple; FCM has its own.
package final class FaultPlan: Sendable {
    private let faults = Locked([Fault]())

    package init() {}

    /// The active faults, in the order in which they were added.
    package var all: [Fault] {
        faults.withLock(\.self)
    }

    /// Adds a fault, which replaces an earlier one with the same provider, endpoint and kind of effect.
    package func add(_ fault: Fault) {
        faults.withLock { faults in
            faults.removeAll(where: fault.replaces)
            faults.append(fault)
        }
    }

    /// Removes the faults that are limited to the provider, or all faults if `provider` is nil.
    package func clear(_ provider: ProviderKind? = nil) {
        faults.withLock { faults in
            guard let provider else { return faults = [] }
            faults.removeAll { $0.provider == provider }
        }
    }

    /// Returns the effects of the active faults on a request to the endpoint, without those that `isAskedFor` rejects.
    /// Each returned effect reduces its fault's `times` by one.
    func strike(
        _ provider: ProviderKind, _ endpoint: Fault.Endpoint, where isAskedFor: (FaultEffect) -> Bool = { _ in true }
    ) -> [FaultEffect] {
        faults.withLock { faults in
            let striking = faults.indices.filter {
                faults[$0].strikes(provider, endpoint) && isAskedFor(faults[$0].effect)
            }
            let effects = striking.map { faults[$0].effect }
            for index in striking { faults[index].times? -= 1 }
            faults.removeAll { $0.times.map { $0 <= 0 } ?? false }
            return effects
        }
    }
}
