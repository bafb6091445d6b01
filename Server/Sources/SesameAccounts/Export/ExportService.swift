/// Hands out what is kept of one person.
package final class ExportService: Service {
    let context: ServiceContext
    let merges: MergeSafe
    let exports = ExportGate()

    init(context: ServiceContext, merges: MergeSafe) {
        self.context = context
        self.merges = merges
    }
}
