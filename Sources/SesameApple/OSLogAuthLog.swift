#if canImport(os)
    import os
    public import Sesame

    /// A log in the system's own: Console shows it, and `log stream --predicate 'category == "sesame"'`.
    ///
    /// All of it is public there, because an event has no place for anything that is not.
    public struct OSLogAuthLog: AuthLog {
        private let logger: Logger

        /// A log of the app's subsystem, which is by custom its bundle identifier.
        public init(subsystem: String, category: String = "sesame") {
            logger = Logger(subsystem: subsystem, category: category)
        }

        /// Writes the event: failures as errors, which are kept longer, the rest as the default.
        public func record(_ event: AuthEvent) {
            logger.log(level: event.isFailure ? .error : .default, "\(event.description, privacy: .public)")
        }
    }
#endif
