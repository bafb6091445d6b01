import SesameAccounts
import SesameCore

extension AppwriteCall {
    /// The server that calls, with a key that is good for this.
    ///
    /// - Parameter scope: What the admin key must be good for, and what Appwrite calls that.
    func server(_ scope: AppwriteScope) throws(Refusal) -> AdminCaller {
        try server(missing: scope) { scopes throws(Refusal) in try scopes.require(scope.own) }
    }

    /// The server that calls, with a key that is good for something of people: the order in the body tells for what.
    func serverOfPeople() throws(Refusal) -> AdminCaller {
        try server(missing: .writeUsers) { scopes throws(Refusal) in try scopes.requireAnyOfPeople() }
    }

    private func server(
        missing scope: AppwriteScope, _ require: (Set<AdminScope>) throws(Refusal) -> Void
    ) throws(Refusal) -> AdminCaller {
        guard let key else {
            throw .appwrite(.unauthorized(role: AppwriteProblem.guests, missing: scope.appwriteName))
        }
        do throws(Refusal) {
            try require(key.key.scopes)
        } catch {
            throw .appwrite(.unauthorized(role: AppwriteProblem.applications, missing: scope.appwriteName))
        }
        return key
    }
}

/// The scopes of a server's key, by the names of both sides.
enum AppwriteScope {
    case readUsers
    case writeUsers
    case readSessions
    case writeSessions
    /// To be anybody: one scope of ours, where Appwrite has two that do more and less.
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
