package import Foundation

/// Which events are asked for.
package struct EventQuery: Sendable {
    /// The start and direction in the sequence of all events.
    package enum Position: Sendable, Equatable {
        /// With the newest, then back in time.
        case newest
        /// Before the event of that number, back in time.
        case before(Int64)
        /// After the event of that number, forward in time.
        case after(Int64)
    }

    /// Only those of the app; those of all apps and of the server itself if nil.
    package var app: AppID?
    /// Only those of the account, which is the ``app``'s.
    package var account: AccountID?
    /// Only those of these kinds; of all kinds if empty.
    package var kinds: Set<SecurityEvent.Kind>
    /// Only those from then on.
    package var since: Date?
    /// Only those before then.
    package var until: Date?
    /// The start.
    package var position: Position
    /// At most so many.
    package var limit: Int

    /// Makes a query.
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

    /// The most events, of all accounts, that one page looks at: no question keeps storage busy for long.
    package static let reach: Int64 = 20_000
}

/// An event with its place in the sequence of all events.
package struct NumberedEvent: Sendable, Equatable {
    /// The place: greater than that of every earlier event, and never another one's.
    package let number: Int64
    package let event: SecurityEvent

    /// Makes the pair.
    package init(number: Int64, event: SecurityEvent) {
        self.number = number
        self.event = event
    }

    /// The id that tells the event from every other one, also from those that take its number after a restore.
    package var id: String {
        let parts = [
            "\(number)", "\(event.at.millisecondsSince1970)", event.kind.rawValue, event.requestID,
            event.account?.description ?? "",
        ]
        return "ev_\(Base32.encode(digest(parts.joined(separator: " ").utf8).prefix(16).map(\.self)))"
    }
}

/// A page of events. It may have fewer than were asked for, or none, and still not be the last.
package struct EventPage: Sendable, Equatable {
    /// The events, in the direction of the query.
    package let events: [NumberedEvent]
    /// The place of the next page: the number for ``EventQuery/Position/before(_:)``, nil at the end; forward in time
    /// the number for ``EventQuery/Position/after(_:)``, always, because more will come.
    package let next: Int64?

    /// Makes a page.
    package init(events: [NumberedEvent], next: Int64?) {
        self.events = events
        self.next = next
    }
}
