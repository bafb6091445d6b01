package import SesameAccounts
package import SesameHTTP
package import SesameSurface

/// The surfaces with Firebase's protocols: accounts, user documents and callable functions.
package enum FirebaseSurfaces {
    /// Creates the surfaces for accounts, Firestore documents and callable functions, in this order.
    ///
    /// - Parameters:
    ///   - isEmulator: True if the server replaces Firebase's emulator, and therefore lists the codes that it has sent.
    ///   - takesAdminKeys: True if the surfaces accept admin keys; false if the operator has a separate admin address.
    package static func all(
        accounts: Services, apps: AppDirectory, publicURL: String, isEmulator: Bool, takesAdminKeys: Bool,
        log: SecurityLog
    ) -> [Surface] {
        let accountsDoor = FirebaseAuthenticator(
            firebase: accounts.firebase, projects: accounts.firebaseProjects, adminKeys: accounts.adminKeys,
            directory: accounts.directory, apps: apps, publicURL: publicURL,
            emulated: isEmulator ? FirebaseEmulatorCodes() : nil, takesAdminKeys: takesAdminKeys, log: log)
        let door = RPCAuthenticator(accountsDoor)
        let functions = FunctionsAPI(
            functions: CallableFunctions(push: accounts.push),
            projects: apps.apps.values.compactMap { $0.firebase?.projectID }.sorted(), door: door, log: log)
        let firestore = FirestoreAPI(
            account: accounts.account, sessions: accounts.sessions, push: accounts.push, directory: accounts.directory,
            operators: accounts.operators, environment: accounts.environment, door: door, log: log)
        return [
            FirebaseAPI(accounts: accounts, door: accountsDoor).surface(), firestore.surface(cors: .open),
            functions.surface(cors: .open),
        ]
    }
}
