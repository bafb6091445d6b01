package import SesameAccounts
package import SesameSQLite
import SesameTokens

extension ServerConfiguration {
    /// True if any app has a Firebase project.
    package var servesFirebase: Bool { apps.firebaseApp != nil }

    /// Returns the signing of the dialect's tokens. The keys are created when the first app speaks it, and not before.
    package func firebaseSigning(
        _ storage: SQLiteStorage, _ environment: Environment, _ masterKey: MasterKey
    ) async throws(KeyRingError) -> FirebaseSigning? {
        guard servesFirebase else { return nil }
        if standsInForFirebaseEmulator { return .unsigned }
        return .signed(
            try await KeyRing(
                storage: storage, environment: environment, masterKey: masterKey, schedule: KeySchedule(),
                algorithm: .rs256))
    }

    /// True if tokens are unsigned and the operator needs no key: where the providers are made up as well, and nowhere
    /// else.
    package var standsInForFirebaseEmulator: Bool { isFirebaseEmulator && standIns != nil }
}
