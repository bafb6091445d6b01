package import SesameAccounts
package import SesameHTTP
package import SesameSurface

/// Firebase's protocol: accounts, and what its clients find beside them, people's documents and functions.
package enum FirebaseSurfaces {
    /// Makes the surfaces.
    ///
    /// - Parameters:
    ///   - isEmulator: Whether the server stands in for Firebase's emulator, which tells the codes that it has sent.
    ///   - takesAdminKeys: Whether an admin key is good at this address: not where the operator has one of their own.
    package static func all(
        accounts: Services, apps: AppDirectory, publicURL: String, isEmulator: Bool, takesAdminKeys: Bool,
        log: SecurityLog
    ) -> [Surface] {
        let api = FirebaseAPI(
            accounts: accounts, apps: apps, publicURL: publicURL,
            emulated: isEmulator ? FirebaseEmulatorCodes() : nil, takesAdminKeys: takesAdminKeys, log: log)
        let door = RPCDoor(api)
        let functions = FunctionsAPI(
            functions: CallableFunctions(accounts),
            projects: apps.apps.values.compactMap { $0.firebase?.projectID }.sorted(), door: door, log: log)
        return [
            api.surface(), FirestoreAPI(accounts: accounts, door: door, log: log).surface(cors: .open),
            functions.surface(cors: .open),
        ]
    }
}
