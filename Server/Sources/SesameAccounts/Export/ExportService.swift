/// The service that exports all stored data about a user, for the user or for an operator.
package final class ExportService: Service {
    let context: ServiceContext
    let merges: MergeSnapshotCipher
    let exports = ExportLock()

    init(context: ServiceContext, merges: MergeSnapshotCipher) {
        self.context = context
        self.merges = merges
    }
}
