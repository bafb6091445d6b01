extension MaintenanceService {
    /// Checks that the stored data match the apps' privacy modes; throws if they do not. Must run before the first
    /// sign-in; otherwise users with an account would get a second one. Records the versions of keys that are used for
    /// the first time.
    package func checkPrivacy(of apps: AppDirectory) async throws(PrivacyError) {
        let all = apps.apps.values.sorted { $0.id.description < $1.id.description }
        let problem: PrivacyError?
        do throws(StorageError) {
            problem = try await storage.write { transaction throws(StorageError) in
                for app in all {
                    if let problem = try PrivacyError(app, transaction) { return problem }
                }
                // Only after all checks: a wrong key that was recorded would refuse the right one for good.
                for key in all.flatMap({ $0.privacy.pseudonymity?.keys.versions ?? [] })
                where try transaction.pseudonymKeyCode(key.version) == nil {
                    try transaction.insertPseudonymKey(version: key.version, code: key.checkCode)
                }
                return nil
            }
        } catch {
            throw .storage(error)
        }
        if let problem { throw problem }
    }
}

/// The reason why an app's privacy mode cannot be applied.
package enum PrivacyError: Error, Sendable, Equatable {
    /// The database could not be read or written.
    case storage(StorageError)
    /// The configured key differs from the key that the server first used under the same version.
    case keyMismatch(version: Int)
    /// The app is pseudonymous, but has accounts stored under their providers' ids.
    case storedInClear(AppID)
    /// The app is not pseudonymous, but has accounts stored under pseudonyms.
    case storedPseudonymously(AppID)

    fileprivate init?(_ app: App, _ transaction: any StorageTransaction) throws(StorageError) {
        // One account is enough, because all of them were created in the same mode; a mixture would have been refused
        // before.
        let isUnderPseudonyms = try transaction.subject(in: app.id).map(PseudonymGenerator.isPseudonym)
        guard let pseudonymity = app.privacy.pseudonymity else {
            guard isUnderPseudonyms == true else { return nil }
            self = .storedPseudonymously(app.id)
            return
        }
        guard isUnderPseudonyms != false else {
            self = .storedInClear(app.id)
            return
        }
        for key in pseudonymity.keys.versions {
            if let known = try transaction.pseudonymKeyCode(key.version), known != key.checkCode {
                self = .keyMismatch(version: key.version)
                return
            }
        }
        return nil
    }
}
