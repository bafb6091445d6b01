import Observation
package import SesameCore
import SesameWire

/// The list of the sessions of whoever is signed in, as their account screen shows it.
@MainActor @Observable package final class AccountSessions {
    /// The sessions, newest first, this device's before the others; empty until they are known, and where the back end
    /// lists none.
    package private(set) var list: [AccountSession] = []
    /// The error that the last look at them ended with.
    package private(set) var problem: AuthError?

    @ObservationIgnored private let auth: AuthManager
    @ObservationIgnored private var loadNumber = 0
    @ObservationIgnored private var owner: String?

    /// The list of an app.
    package init(_ state: AppState) {
        auth = state.auth
    }

    /// Looks at the sessions. A list that is known stays when that fails.
    package func load() async {
        loadNumber += 1
        let (number, uid) = (loadNumber, auth.auth?.uid)
        if owner != uid { (owner, list, problem) = (uid, [], nil) }
        let result = await Result { () async throws(AuthError) in try await auth.sessions() }
        // A newer look, or one in another person's name, has the say.
        guard number == loadNumber, let uid, auth.auth?.uid.hasSameBytes(as: uid) == true else { return }
        switch result {
        case .success(let sessions):
            list = sessions.filter(\.isCurrent) + sessions.filter { !$0.isCurrent }
            problem = nil
        case .failure(let error): problem = error.code == .providerRequired ? nil : error.shown
        }
    }
}
