/// What an admin key is good for.
public enum AdminScope: String, Sendable, CaseIterable, Comparable {
    /// See accounts.
    case usersRead = "users:read"
    /// Disable, enable and delete accounts.
    case usersWrite = "users:write"
    /// Sign in as anybody: begin sessions in people's names, and give out secrets that do.
    case usersActAs = "users:act-as"
    /// Have all that is kept about a person.
    case usersExport = "users:export"
    /// See sessions.
    case sessionsRead = "sessions:read"
    /// End sessions.
    case sessionsWrite = "sessions:write"
    /// See security events.
    case eventsRead = "events:read"
    /// Read the server's metrics.
    case metricsRead = "metrics:read"
    /// Send pushes, and see what has become of them.
    case pushSend = "push:send"
    /// See admin keys and signing keys.
    case keysRead = "keys:read"
    /// Make and revoke admin keys, no stronger than the key that makes them, and have signing keys changed.
    case keysWrite = "keys:write"

    /// The order in which scopes are listed: that of their names.
    public static func < (left: AdminScope, right: AdminScope) -> Bool { left.rawValue < right.rawValue }
}
