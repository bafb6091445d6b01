/// Takes people in from other systems, and along to another Apple team.
public final class ImportService: Service {
    let context: ServiceContext

    init(context: ServiceContext) {
        self.context = context
    }
}
