import Foundation

/// The service that provides the handlers of the outbox's jobs, removes expired data, rotates signing keys, and checks
/// the data at the start.
package final class MaintenanceService: Service {
    let context: ServiceContext
    let events: EventService
    let messages: MessageService
    let providers: ProviderService
    let push: PushService
    let keys: KeyRing
    let firebase: FirebaseSigning?
    let journal: (any DeletionJournal)?
    let eventLife: TimeInterval

    init(
        context: ServiceContext, events: EventService, messages: MessageService, providers: ProviderService,
        push: PushService, keys: KeyRing, firebase: FirebaseSigning?, journal: (any DeletionJournal)?,
        eventLife: TimeInterval
    ) {
        self.context = context
        self.events = events
        self.messages = messages
        self.providers = providers
        self.push = push
        self.keys = keys
        self.firebase = firebase
        self.journal = journal
        self.eventLife = eventLife
    }
}
