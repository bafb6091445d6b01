/// A log of a manager's events, such as a file, the system's log or a dashboard.
///
/// No event contains personal data: an ``AuthEvent`` has no place for a token, a name, an address or an account's id,
/// nor for text from a server or provider.
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
    /// Records an event. The manager waits for this call, so do slow work elsewhere.
    func record(_ event: AuthEvent)
}
