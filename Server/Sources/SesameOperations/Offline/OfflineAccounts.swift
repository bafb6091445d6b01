package import Foundation
package import SesameAccounts
import SesameSQLite

/// The domain's services on a data folder that no running server uses, for commands that change many accounts at once.
package struct OfflineAccounts: Sendable {
    /// The domain's services. They verify no credentials and make no network requests.
    package let accounts: Services
    private let storage: SQLiteStorage

    /// Opens the data folder with its master key. Throws if a server uses the folder or the key does not belong to the
    /// data.
    package init(
        _ configuration: ServerConfiguration, clock: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        let masterKey = try MasterKey.read(configuration.keyFile)
        let environment = RuntimeEnvironment(clock: clock)
        storage = try SQLiteStorage(configuration)
        do throws(KeyRingError) {
            let keys = try await KeyRing(
                storage: storage, environment: environment, masterKey: masterKey, schedule: KeyRotationSchedule())
            accounts = Services(
                storage: storage, environment: environment, credentials: CredentialVerifier([:]),
                definitions: configuration.apps.providers, keys: keys, masterKey: masterKey,
                publicURL: configuration.publicURL)
        } catch {
            storage.close()
            throw StartError(error, keyFile: configuration.keyFile)
        }
        do throws(PrivacyError) {
            try await accounts.maintenance.checkPrivacy(of: configuration.apps)
        } catch {
            storage.close()
            throw StartError(error)
        }
    }

    /// Closes the folder. All changes are in the database.
    package func close() {
        storage.close()
    }
}
