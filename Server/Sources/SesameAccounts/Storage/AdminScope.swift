/// A scope of an admin key.
package enum AdminScope: String, Sendable, CaseIterable, Comparable {
    /// See accounts.
    case usersRead = "users:read"
    /// Make and import accounts, and disable, enable and delete them; change what signs nobody in.
    case usersWrite = "users:write"
    /// Change people's profiles, and see those: what they may change themselves, and the fields that are kept for the server.
    case profilesWrite = "profiles:write"
    /// Take a second factor, a password or an identity away from an account whose person cannot get in, and nothing that
    /// is the last certain way in.
    case usersRecover = "users:recover"
    /// Sign in as anybody: begin sessions in people's names, give out secrets that do, and say by what an account that is
    /// there is signed in to.
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
    package static func < (left: AdminScope, right: AdminScope) -> Bool { left.rawValue < right.rawValue }
}
