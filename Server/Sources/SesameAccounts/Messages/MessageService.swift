/// The service that passes emails and texts to their providers.
package final class MessageService: Service {
    let context: ServiceContext
    let messages: (any MessageSender)?
    let messageSafe: MessageSafe
    let messageRules: MessageRules

    init(
        context: ServiceContext, messages: (any MessageSender)?, messageSafe: MessageSafe, messageRules: MessageRules
    ) {
        self.context = context
        self.messages = messages
        self.messageSafe = messageSafe
        self.messageRules = messageRules
    }
}
