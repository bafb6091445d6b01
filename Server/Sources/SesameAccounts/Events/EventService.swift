/// The service that reads security events, counts refusals, and delivers webhooks.
package final class EventService: Service {
    let context: ServiceContext
    let webhooks: Webhooks
    let refusals = RefusedRequestCounter()

    init(context: ServiceContext, webhooks: Webhooks) {
        self.context = context
        self.webhooks = webhooks
    }
}
