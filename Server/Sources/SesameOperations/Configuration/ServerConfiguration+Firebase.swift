package import SesameAccounts
package import SesameSQLite
import SesameTokens

extension ServerConfiguration {
    /// True if any app has a Firebase project.
    package var servesFirebase: Bool { apps.firebaseApp != nil }

    /// Returns the signing keys of the Firebase tokens. They are created when the first app uses Firebase's protocol.
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

    /// True if tokens are unsigned and the operator needs no key. This is allowed only with stand-ins for the
    /// providers.
    package var standsInForFirebaseEmulator: Bool { isFirebaseEmulator && standIns != nil }
}
