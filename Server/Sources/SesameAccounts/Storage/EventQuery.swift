package import Foundation

/// The filter, position and size of an event listing.
package struct EventQuery: Sendable {
    /// The start and direction in the sequence of all events.
    package enum Position: Sendable, Equatable {
        /// The newest events first, going back in time.
        case newest
        /// The events before the given number, going back in time.
        case before(Int64)
        /// The events after the given number, going forward in time.
        case after(Int64)
    }

    /// The app of the events; nil for events of all apps and of the server itself.
    package var app: AppID?
    /// The account of the events, in ``app``; nil for all accounts.
    package var account: AccountID?
    /// The kinds of the events; empty for all kinds.
    package var kinds: Set<SecurityEvent.Kind>
    /// The inclusive start of the time range; nil for no limit.
    package var since: Date?
    /// The exclusive end of the time range; nil for no limit.
    package var until: Date?
    package var position: Position
    package var limit: Int

    package init(
        app: AppID? = nil, account: AccountID? = nil, kinds: Set<SecurityEvent.Kind> = [], since: Date? = nil,
        until: Date? = nil, position: Position = .newest, limit: Int
    ) {
        self.app = app
        self.account = account
        self.kinds = kinds
        self.since = since
        self.until = until
        self.position = position
        self.limit = limit
    }

    /// The maximum number of events, of all accounts, that one page examines, so that no query occupies storage for
    /// long.
    package static let maxScanned: Int64 = 20_000
}

/// An event with its position in the sequence of all events.
package struct SequencedEvent: Sendable, Equatable {
    /// The event's position: unique, and greater than the position of every earlier event.
    package let number: Int64
    package let event: SecurityEvent

    package init(number: Int64, event: SecurityEvent) {
        self.number = number
        self.event = event
    }

    /// The event's unique id. Events that get the same number after a restore have different ids.
    package var id: String {
        let parts = [
            "\(number)", "\(event.at.millisecondsSince1970)", event.kind.rawValue, event.requestID,
            event.account?.description ?? "",
        ]
        return "ev_\(Base32.encode(digest(parts.joined(separator: " ").utf8).prefix(16).map(\.self)))"
    }
}

/// A page of events. It may have fewer events than the limit, or none, and still not be the last.
package struct EventPage: Sendable, Equatable {
    /// The events, in the direction of the query.
    package let events: [SequencedEvent]
    /// The position of the next page. Back in time: the number for ``EventQuery/Position/before(_:)``, nil at the end.
    /// Forward in time: the number for ``EventQuery/Position/after(_:)``, never nil, because more events will follow.
    package let next: Int64?

    package init(events: [SequencedEvent], next: Int64?) {
        self.events = events
        self.next = next
    }
}
