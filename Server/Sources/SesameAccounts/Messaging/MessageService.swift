/// The service that passes emails and texts to the providers that deliver them.
package final class MessageService: Service {
    let context: ServiceContext
    let messages: (any MessageSender)?
    let messageCipher: MessageCipher
    let messageRules: MessageRules

    init(
        context: ServiceContext, messages: (any MessageSender)?, messageCipher: MessageCipher,
        messageRules: MessageRules
    ) {
        self.context = context
        self.messages = messages
        self.messageCipher = messageCipher
        self.messageRules = messageRules
    }
}
