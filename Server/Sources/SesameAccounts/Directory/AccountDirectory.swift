/// The read-only service that finds and lists accounts.
package final class AccountDirectory: Service {
    let context: ServiceContext

    init(context: ServiceContext) {
        self.context = context
    }
}
