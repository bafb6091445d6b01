/// The receiver of a manager's events: a file, the system's log, a dashboard.
///
/// What is reported is redacted by its type: an ``AuthEvent`` has no place for a token, a name, an address or an
/// account's id, nor for text that a server or provider has made.
///
/// For swift-log, in a program that has it:
/// ```swift
/// struct SwiftLog: AuthLog {
///     let logger: Logger
///     func record(_ event: AuthEvent) {
///         logger.log(level: event.isFailure ? .warning : .info, "\(event.kind.rawValue)",
///                    metadata: event.fields.mapValues { "\($0)" })
///     }
/// }
/// ```
public protocol AuthLog: Sendable {
    /// Takes note of an event. Called while the manager waits: hand slow work to somebody else.
    func record(_ event: AuthEvent)
}
