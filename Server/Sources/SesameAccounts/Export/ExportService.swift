/// The service that exports the stored data of a user.
package final class ExportService: Service {
    let context: ServiceContext
    let merges: MergeSafe
    let exports = ExportGate()

    init(context: ServiceContext, merges: MergeSafe) {
        self.context = context
        self.merges = merges
    }
}
