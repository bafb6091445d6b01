import SesameWire

/// The faults that are to strike. The same fault twice is one fault, as it was given last.
package final class FaultPlan: Sendable {
    private let faults = Locked([Fault]())

    /// No fault.
    package init() {}

    /// The faults that would still strike, in the order in which they were added.
    package var all: [Fault] {
        faults.withLock(\.self)
    }

    /// Adds a fault, in place of an equal one.
    package func add(_ fault: Fault) {
        faults.withLock { faults in
            faults.removeAll(where: fault.replaces)
            faults.append(fault)
        }
    }

    /// Takes the faults of one provider back, or all of them.
    package func clear(_ provider: ProviderKind? = nil) {
        faults.withLock { faults in
            guard let provider else { return faults = [] }
            faults.removeAll { $0.provider == provider }
        }
    }

    /// Returns the effects that strike this time, of those asked for; counts as one time for each.
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
