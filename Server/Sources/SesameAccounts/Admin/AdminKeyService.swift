/// The service that creates, verifies, rotates and revokes the keys of the admin API.
package final class AdminKeyService: Service {
    let context: ServiceContext

    init(context: ServiceContext) {
        self.context = context
    }
}
