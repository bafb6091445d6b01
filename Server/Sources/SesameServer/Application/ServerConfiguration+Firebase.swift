import SesameAccounts
import SesameHTTP
import SesameOperations
import SesameSQLite
import SesameSurface
import SesameTokens

extension ServerConfiguration {
    /// Whether any app has a Firebase project.
    var servesFirebase: Bool { apps.firebaseApp != nil }

    /// How tokens of the dialect are signed. The keys are made when the first app speaks it, and not before.
    func firebaseSigning(
        _ storage: SQLiteStorage, _ environment: Environment, _ masterKey: MasterKey
    ) async throws(KeyRingError) -> FirebaseSigning? {
        guard servesFirebase else { return nil }
        if standsInForFirebaseEmulator { return .unsigned }
        return .signed(
            try await KeyRing(
                storage: storage, environment: environment, masterKey: masterKey, schedule: KeySchedule(),
                algorithm: .rs256))
    }

    /// Whether tokens are unsigned and the operator needs no key: where the providers are made up as well, and nowhere else.
    var standsInForFirebaseEmulator: Bool { isFirebaseEmulator && developmentProviders != nil }
}

extension ServerConfiguration {
    /// People's documents, and functions: what Firebase's clients find beside the accounts.
    func firebaseDocumentSurfaces(_ accounts: Services, log: SecurityLog) -> [Surface] {
        let door = RPCDoor(FirebaseAPI(accounts: accounts, self, log: log))
        let functions = FunctionsAPI(
            functions: CallableFunctions(accounts),
            projects: apps.apps.values.compactMap { $0.firebase?.projectID }.sorted(), door: door, log: log)
        return [
            FirestoreAPI(accounts: accounts, door: door, log: log).surface(cors: .open), functions.surface(cors: .open),
        ]
    }
}

extension FirebaseAPI {
    init(accounts: Services, _ configuration: ServerConfiguration, log: SecurityLog) {
        self.init(
            accounts: accounts, apps: configuration.apps, publicURL: configuration.publicURL,
            emulated: configuration.standsInForFirebaseEmulator ? FirebaseEmulatorCodes() : nil,
            takesAdminKeys: configuration.adminListen == nil,
            log: log)
    }
}
