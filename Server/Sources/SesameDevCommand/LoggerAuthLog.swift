import Logging
import Sesame

/// A log that writes the SDK's events to a swift-log logger. The SDK has no logging dependency; a program that uses
/// swift-log can copy this file.
struct LoggerAuthLog: AuthLog {
    let logger: Logger

    /// Writes the event with its fields as metadata, at level `warning` for a failure and `info` otherwise.
    func record(_ event: AuthEvent) {
        logger.log(
            level: event.isFailure ? .warning : .info, "\(event.kind.rawValue)",
            metadata: event.fields.mapValues { .string($0) })
    }
}
