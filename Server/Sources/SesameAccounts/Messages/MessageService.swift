/// The service that passes emails and texts to their providers.
package final class MessageService: Service {
    let context: ServiceContext
    let messages: (any MessageSender)?
    let messageSafe: MessageCipher
    let messageRules: MessageRules

    init(
        context: ServiceContext, messages: (any MessageSender)?, messageSafe: MessageCipher, messageRules: MessageRules
    ) {
        self.context = context
        self.messages = messages
        self.messageSafe = messageSafe
        self.messageRules = messageRules
    }
}
