import SesameCore
import SesameWire

extension EventService {
    /// Returns a page of the account's events that its user may see, newest first.
    ///
    /// - Parameter before: The upper limit of the event numbers, exclusive, for a further page.
    package func events(
        of caller: Caller, before number: Int64? = nil, limit: Int = 20
    ) async throws(AccountError) -> EventPage {
        let query = EventQuery(
            app: caller.app.id, account: caller.session.account, kinds: SecurityEvent.Kind.personal,
            position: number.map(EventQuery.Position.before) ?? .newest, limit: limit)
        return try await events(matching: query)
    }

    /// Returns the events that the user may see among the account's latest 500 events, newest first.
    package func latestEvents(of account: AccountID, in app: AppID) async throws(AccountError) -> [SecurityEvent] {
        let events = try await read { reader throws(StorageError) in
            try reader.events(of: account, in: app, limit: 500)
        }
        return events.filter { SecurityEvent.Kind.personal.contains($0.kind) }
    }

    package func events(matching query: EventQuery) async throws(AccountError) -> EventPage {
        // The events of an account are found by an index.
        if query.account != nil {
            return try await read { reader throws(StorageError) in try reader.events(matching: query) }
        }
        return try await scan { reader throws(StorageError) in try reader.events(matching: query) }
    }

    /// Counts a refused request; does nothing if no event kind exists for its error code. The next
    /// ``flushRefusedRequestCounts()`` records the event.
    ///
    /// - Parameter app: The app of the request, if known.
    package func count(_ refusal: AccountError, in app: App?, network: String?) {
        guard let kind = SecurityEvent.Kind(of: refusal) else { return }
        refusals.count(
            RefusedRequestCounter.Key(kind: kind, app: app?.id, network: network, code: refusal.code.rawValue))
    }

    /// Records the refusals counted since the last call: one event for each combination of kind, app, network and error
    /// code.
    package func flushRefusedRequestCounts() async throws(AccountError) {
        let counts = refusals.take()
        guard !counts.isEmpty else { return }
        let now = environment.now
        try await write { transaction throws(StorageError) in
            for (key, count) in counts {
                try transaction.insert(
                    SecurityEvent(
                        kind: key.kind, app: key.app, account: nil, session: nil, at: now, requestID: "",
                        detail: key.code, network: key.network, count: count))
            }
        }
    }
}

extension SecurityEvent.Kind {
    /// The kinds that the account's user sees; only the operator sees the others.
    package static let personal: Set<Self> = Set(allCases).subtracting([
        .signInFailed, .accessRefused, .rateLimited, .messageCapReached, .pushSenderMismatched, .pushAccepted,
        .readOnlyFieldRefused,
        .adminKeyCreated, .adminKeyUsed, .adminKeyRotated, .adminKeyRevoked, .signingKeyRotated,
    ])

    /// Creates the kind under which a refused request is counted; nil if requests with its error code are not counted.
    init?(of refusal: AccountError) {
        switch refusal.code {
        case .invalidCredentials, .invalidToken, .invalidNonce, .ticketExpired, .providerRequired, .roleMismatch:
            self = .signInFailed
        case .notAuthenticated, .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled, .insufficientScope:
            self = .accessRefused
        case .rateLimited: self = .rateLimited
        default: return nil
        }
    }
}
