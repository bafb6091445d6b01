import Logging
import Sesame

/// The SDK's events in a swift-log logger. The SDK itself depends on no log; a program that uses swift-log takes this
/// file along.
struct LoggerAuthLog: AuthLog {
    let logger: Logger

    /// Writes the event with its fields as metadata: failures as warnings, the rest as information.
    func record(_ event: AuthEvent) {
        logger.log(
            level: event.isFailure ? .warning : .info, "\(event.kind.rawValue)",
            metadata: event.fields.mapValues { .string($0) })
    }
}
