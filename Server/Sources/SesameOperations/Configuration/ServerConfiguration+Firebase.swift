package import SesameAccounts
package import SesameSQLite
import SesameTokens

extension ServerConfiguration {
    /// True if any app has a Firebase project.
    package var servesFirebase: Bool { apps.firebaseApp != nil }

    /// Returns the signing keys of the Firebase tokens, and creates them at the first use; `unsigned` for the emulator,
    /// and nil if no app has a Firebase project.
    package func firebaseSigning(
        _ storage: SQLiteStorage, _ environment: RuntimeEnvironment, _ masterKey: MasterKey
    ) async throws(KeyRingError) -> FirebaseSigning? {
        guard servesFirebase else { return nil }
        if standsInForFirebaseEmulator { return .unsigned }
        return .signed(
            try await KeyRing(
                storage: storage, environment: environment, masterKey: masterKey, schedule: KeyRotationSchedule(),
                algorithm: .rs256))
    }

    /// True if tokens are unsigned and the operator needs no key, as in Firebase's emulator. This is possible only with
    /// development providers.
    package var standsInForFirebaseEmulator: Bool { isFirebaseEmulator && developmentServices != nil }
}
