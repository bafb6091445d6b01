/// The service that finds Firebase projects and their tenants, and stores their settings.
package final class FirebaseProjectService: Service {
    let context: ServiceContext
    let directory: AccountDirectory
    let deletion: DeletionService
    let firebaseKeys: FirebaseKeys
    let isEmulator: Bool

    init(
        context: ServiceContext, directory: AccountDirectory, deletion: DeletionService, firebaseKeys: FirebaseKeys,
        isEmulator: Bool
    ) {
        self.context = context
        self.directory = directory
        self.deletion = deletion
        self.firebaseKeys = firebaseKeys
        self.isEmulator = isEmulator
    }
}
