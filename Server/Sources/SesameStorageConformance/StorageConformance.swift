package import SesameAccounts

/// The rules that every storage engine must satisfy, taken from the documentation of ``Storage``, ``StorageReader`` and
/// ``StorageTransaction``.
///
/// The rules do not depend on a test framework. An engine's tests run each case on an empty storage of its own.
package enum StorageConformance {
    package static let cases: [StorageConformanceCase] =
        accountCases + identityCases + loginCases + secondFactorCases + pseudonymCases + providerTokenCases
        + sessionCases
        + oneTimeValueCases + flowCases + deletionCases + mergeCases
        + eventCases + eventQueryCases + accountQueryCases + adminKeyCases
        + firebasePopulationCases
        + signingKeyCases
        + messageCountCases + deviceCases + pushCases + jobCases + purgeCases + transactionCases + concurrencyCases
}

/// A test of one rule that every storage engine must satisfy.
package struct StorageConformanceCase: Sendable, CustomStringConvertible {
    /// The rule, as a sentence.
    package let name: String
    /// The check of the rule on an empty storage. It throws ``StorageConformanceFailure`` if the engine breaks the
    /// rule.
    package let run: @Sendable (any Storage) async throws -> Void

    init(_ name: String, _ check: @escaping @Sendable (any Storage, StorageFixture) async throws -> Void) {
        self.name = name
        run = { storage in try await check(storage, StorageFixture()) }
    }

    /// The same text as ``name``.
    package var description: String { name }
}
