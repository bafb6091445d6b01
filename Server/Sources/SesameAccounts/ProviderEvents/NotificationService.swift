/// The service that verifies providers' notifications, for example of a revoked consent, and applies them to accounts.
package final class NotificationService: Service {
    let context: ServiceContext
    let deletion: DeletionService
    let codes: CodeService
    let notifications: NotificationVerifier

    init(context: ServiceContext, deletion: DeletionService, codes: CodeService, notifications: NotificationVerifier) {
        self.context = context
        self.deletion = deletion
        self.codes = codes
        self.notifications = notifications
    }
}
