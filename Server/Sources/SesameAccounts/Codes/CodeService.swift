/// The service that creates, sends and revokes one-time codes, and throttles guesses.
package final class CodeService: Service {
    let context: ServiceContext
    let messages: MessageService
    let oneTimeCodes: CodeSafe
    let phoneTickets: PhoneTicketSafe
    let knownDevices: KnownDevices
    let messageSafe: MessageSafe
    let messageCounters: MessageCounters
    let messageRules: MessageRules
    let publicURL: String

    init(
        context: ServiceContext, messages: MessageService, oneTimeCodes: CodeSafe, phoneTickets: PhoneTicketSafe,
        knownDevices: KnownDevices, messageSafe: MessageSafe, messageCounters: MessageCounters,
        messageRules: MessageRules, publicURL: String
    ) {
        self.context = context
        self.messages = messages
        self.oneTimeCodes = oneTimeCodes
        self.phoneTickets = phoneTickets
        self.knownDevices = knownDevices
        self.messageSafe = messageSafe
        self.messageCounters = messageCounters
        self.messageRules = messageRules
        self.publicURL = publicURL
    }
}
