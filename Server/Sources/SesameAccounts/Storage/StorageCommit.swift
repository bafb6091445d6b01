/// One commit of an engine, as whoever counts hears of it.
package struct StorageCommit: Sendable {
    /// A security event that the commit has made durable.
    package struct Event: Sendable, Hashable {
        /// Its app; nil for an event of the server as a whole.
        package let app: AppID?
        /// The kind of event.
        package let kind: SecurityEvent.Kind

        /// Names an event.
        package init(app: AppID?, kind: SecurityEvent.Kind) {
            self.app = app
            self.kind = kind
        }
    }

    /// The number of writes that went into it.
    package let writes: Int
    /// The number of pages that it has written.
    package let pages: Int
    /// From the first statement to the answer of the disk.
    package let duration: Duration
    /// True if it is durable; else nothing of it was kept.
    package let isKept: Bool
    /// The security events in it.
    package let events: [Event]

    /// Makes a report.
    package init(writes: Int, pages: Int, duration: Duration, isKept: Bool, events: [Event]) {
        self.writes = writes
        self.pages = pages
        self.duration = duration
        self.isKept = isKept
        self.events = events
    }
}
