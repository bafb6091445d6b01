/// The service that imports users from other systems and moves identities to another Apple team.
package final class ImportService: Service {
    let context: ServiceContext

    init(context: ServiceContext) {
        self.context = context
    }
}
