import SesameWire

extension EventBody {
    /// Creates the event's JSON body for the admin API and webhooks. An empty request id is left out.
    package init(_ numbered: SequencedEvent) {
        let event = numbered.event
        self.init(
            id: numbered.id, kind: event.kind.rawValue, time: event.at.secondsSince1970,
            app: event.app?.description, uid: event.account?.description, sessionID: event.session?.description,
            detail: event.detail, network: event.network, adminKey: event.actor, count: event.count,
            requestID: event.requestID.isEmpty ? nil : event.requestID)
    }
}
