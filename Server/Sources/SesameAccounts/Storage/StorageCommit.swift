/// One commit of an engine, as whoever counts hears of it.
public struct StorageCommit: Sendable {
    /// A security event that the commit has made durable.
    public struct Event: Sendable, Hashable {
        /// Its app; nil for an event of the server as a whole.
        public let app: AppID?
        /// What happened.
        public let kind: SecurityEvent.Kind

        /// Names an event.
        public init(app: AppID?, kind: SecurityEvent.Kind) {
            self.app = app
            self.kind = kind
        }
    }

    /// How many writes went into it.
    public let writes: Int
    /// The number of pages that it has written.
    public let pages: Int
    /// From the first statement to the answer of the disk.
    public let duration: Duration
    /// Whether it is durable; else nothing of it was kept.
    public let isKept: Bool
    /// The security events in it.
    public let events: [Event]

    /// Makes a report.
    public init(writes: Int, pages: Int, duration: Duration, isKept: Bool, events: [Event]) {
        self.writes = writes
        self.pages = pages
        self.duration = duration
        self.isKept = isKept
        self.events = events
    }
}
