#if canImport(os)
    import os
    public import Sesame

    /// A log in the system's unified log, which Console and `log stream --predicate 'category == "sesame"'` show.
    ///
    /// All of its text is public there, because an event contains no private data.
    public struct OSLogAuthLog: AuthLog {
        private let logger: Logger

        /// Creates a log for the app's subsystem, which is its bundle identifier by convention.
        public init(subsystem: String, category: String = "sesame") {
            logger = Logger(subsystem: subsystem, category: category)
        }

        /// Writes the event: failures as errors, which the system keeps longer, and other events at the default level.
        public func record(_ event: AuthEvent) {
            logger.log(level: event.isFailure ? .error : .default, "\(event.description, privacy: .public)")
        }
    }
#endif
