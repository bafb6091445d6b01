/// Takes people in from other systems, and along to another Apple team.
package final class ImportService: Service {
    let context: ServiceContext

    init(context: ServiceContext) {
        self.context = context
    }
}
