import SesameAccounts
import SesameCore

extension AppwriteRequest {
    /// Returns the caller that the request's API key authenticates. Throws if the request has no key, or if the key lacks the scope.
    func server(_ scope: AppwriteScope) throws(AccountError) -> AdminCaller {
        try server(missing: scope) { scopes throws(AccountError) in try scopes.require(scope.own) }
    }

    /// Returns the caller that the request's API key authenticates. Throws if the request has no key, or if the key has no scope for
    /// users. The requested change determines the exact scope, which is checked later.
    func serverOfPeople() throws(AccountError) -> AdminCaller {
        try server(missing: .writeUsers) { scopes throws(AccountError) in try scopes.requireAnyUserScope() }
    }

    private func server(
        missing scope: AppwriteScope, _ require: (Set<AdminScope>) throws(AccountError) -> Void
    ) throws(AccountError) -> AdminCaller {
        guard let key else {
            throw .appwrite(.unauthorized(role: AppwriteError.guests, missing: scope.appwriteName))
        }
        do throws(AccountError) {
            try require(key.key.scopes)
        } catch {
            throw .appwrite(.unauthorized(role: AppwriteError.applications, missing: scope.appwriteName))
        }
        return key
    }
}

/// The scopes of an API key, with their names in Sesame and in Appwrite.
enum AppwriteScope {
    case readUsers
    case writeUsers
    case readSessions
    case writeSessions
    /// Permission to act as any user: `users:act-as` in Sesame, while errors contain Appwrite's `users.write`.
    case actAsUsers

    var own: AdminScope {
        switch self {
        case .readUsers: .usersRead
        case .writeUsers: .usersWrite
        case .readSessions: .sessionsRead
        case .writeSessions: .sessionsWrite
        case .actAsUsers: .usersActAs
        }
    }

    var appwriteName: String {
        switch self {
        case .readUsers: "users.read"
        case .writeUsers: "users.write"
        case .readSessions: "sessions.read"
        case .writeSessions: "sessions.write"
        case .actAsUsers: "users.write"
        }
    }
}
