package import SesameAccounts

/// The rules for every storage engine, sentence by sentence of ``Storage``, ``StorageReader`` and
/// ``StorageTransaction``.
///
/// Knows no test framework: an engine's tests run each case on an empty storage of its own.
package enum StorageConformance {
    /// All cases.
    package static let cases: [StorageConformanceCase] =
        accountCases + identityCases + loginCases + secondFactorCases + pseudonymCases + providerTokenCases
        + sessionCases
        + oneTimeValueCases + flowCases + deletionCases + mergeCases
        + eventCases + eventQueryCases + accountQueryCases + adminKeyCases
        + firebasePopulationCases
        + signingKeyCases
        + messageCountCases + deviceCases + pushCases + jobCases + purgeCases + transactionCases + concurrencyCases
}

/// One fact about an engine.
package struct StorageConformanceCase: Sendable, CustomStringConvertible {
    /// The fact.
    package let name: String
    /// Checks it on an empty storage; throws ``ConformanceFailure`` where it does not hold.
    package let run: @Sendable (any Storage) async throws -> Void

    init(_ name: String, _ check: @escaping @Sendable (any Storage, Sample) async throws -> Void) {
        self.name = name
        run = { storage in try await check(storage, Sample()) }
    }

    /// The fact.
    package var description: String { name }
}
