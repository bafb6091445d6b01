/// Looks accounts up and lists them. It changes nothing.
package final class AccountDirectory: Service {
    let context: ServiceContext

    init(context: ServiceContext) {
        self.context = context
    }
}
