/// A group of admin API operations that an admin key may use.
package enum AdminScope: String, Sendable, CaseIterable, Comparable {
    /// Permission to list and read accounts and profiles, and to read the settings of Firebase projects.
    case usersRead = "users:read"
    /// Permission to create and import accounts; to disable, enable and delete them; to change their non-credential
    /// data; and to change the settings and tenants of Firebase projects.
    case usersWrite = "users:write"
    /// Permission to change profiles, including the fields that only the server may write. Responses show the changed
    /// profile; other reading requires ``usersRead``.
    case profilesWrite = "profiles:write"
    /// Permission to remove a second factor, password or identity of an account whose user is locked out, except for
    /// the last sign-in method that provably belongs to the user; see ``AccountRecord/keepsWayIn(without:_:)``.
    case usersRecover = "users:recover"
    /// Permission to sign in as any user: to start sessions for users, to issue secrets that do so, and to change the
    /// sign-in methods of existing accounts.
    case usersActAs = "users:act-as"
    /// Permission to export all data stored about a user.
    case usersExport = "users:export"
    /// Permission to list the sessions of a user.
    case sessionsRead = "sessions:read"
    /// Permission to end sessions.
    case sessionsWrite = "sessions:write"
    /// Permission to read security events.
    case eventsRead = "events:read"
    /// Permission to read the server's metrics.
    case metricsRead = "metrics:read"
    /// Permission to send push notifications and read their results.
    case pushSend = "push:send"
    /// Permission to read admin keys and signing keys.
    case keysRead = "keys:read"
    /// Permission to create and revoke admin keys, which cannot have more rights than the creating key, and to rotate
    /// signing keys.
    case keysWrite = "keys:write"

    /// Returns true if the left scope's name sorts before the right one's.
    package static func < (left: AdminScope, right: AdminScope) -> Bool { left.rawValue < right.rawValue }
}
