/// A report of one commit of an engine, for metrics.
package struct StorageCommit: Sendable {
    /// A security event in the commit, reduced to the labels of its metric.
    package struct Event: Sendable, Hashable {
        /// The app of the event; nil for an event of the server itself.
        package let app: AppID?
        package let kind: SecurityEvent.Kind

        package init(app: AppID?, kind: SecurityEvent.Kind) {
            self.app = app
            self.kind = kind
        }
    }

    package let writes: Int
    /// The number of database pages that the commit has written.
    package let pages: Int
    /// The time from the first statement until the disk confirms the commit.
    package let duration: Duration
    /// True if the commit is durable; false if it was discarded.
    package let isDurable: Bool
    /// The security events in the commit.
    package let events: [Event]

    package init(writes: Int, pages: Int, duration: Duration, isDurable: Bool, events: [Event]) {
        self.writes = writes
        self.pages = pages
        self.duration = duration
        self.isDurable = isDurable
        self.events = events
    }
}
