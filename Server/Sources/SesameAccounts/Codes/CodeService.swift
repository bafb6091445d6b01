/// The service that creates, sends and redeems one-time codes, and throttles guesses.
package final class CodeService: Service {
    let context: ServiceContext
    let messages: MessageService
    let oneTimeCodes: OneTimeCodeCipher
    let phoneTickets: PhoneTicketCipher
    let knownDevices: KnownDevices
    let messageCipher: MessageCipher
    let messageCounters: MessageCounters
    let messageRules: MessageRules
    let publicURL: String

    init(
        context: ServiceContext, messages: MessageService, oneTimeCodes: OneTimeCodeCipher,
        phoneTickets: PhoneTicketCipher,
        knownDevices: KnownDevices, messageCipher: MessageCipher, messageCounters: MessageCounters,
        messageRules: MessageRules, publicURL: String
    ) {
        self.context = context
        self.messages = messages
        self.oneTimeCodes = oneTimeCodes
        self.phoneTickets = phoneTickets
        self.knownDevices = knownDevices
        self.messageCipher = messageCipher
        self.messageCounters = messageCounters
        self.messageRules = messageRules
        self.publicURL = publicURL
    }
}
