import Logging
import Sesame

/// A log that writes the SDK's events to a swift-log logger. The SDK has no logging dependency; a program that uses
/// swift-log copies this file.
struct LoggerAuthLog: AuthLog {
    let logger: Logger

    /// Writes the event with its fields as metadata: failures as warnings, the rest as information.
    func record(_ event: AuthEvent) {
        logger.log(
            level: event.isFailure ? .warning : .info, "\(event.kind.rawValue)",
            metadata: event.fields.mapValues { .string($0) })
    }
}
