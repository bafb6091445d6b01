/// The service that exports the stored data of a user.
package final class ExportService: Service {
    let context: ServiceContext
    let merges: MergeSnapshotCipher
    let exports = ExportLock()

    init(context: ServiceContext, merges: MergeSnapshotCipher) {
        self.context = context
        self.merges = merges
    }
}
