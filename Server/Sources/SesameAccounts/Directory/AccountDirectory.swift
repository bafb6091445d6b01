/// Looks accounts up and lists them. It changes nothing.
public final class AccountDirectory: Service {
    let context: ServiceContext

    init(context: ServiceContext) {
        self.context = context
    }
}
