import Observation
package import SesameCore
import SesameWire

/// Data about the signed-in user's account, as the account screen shows it. Call ``load()`` when the data may have
/// changed.
@MainActor @Observable package final class AccountData<Value: Sendable> {
    /// The data; nil until it is loaded, and if the back end has none.
    package private(set) var value: Value?
    /// The error of the last load; nil if the load succeeded, or if the back end has no such data.
    package private(set) var problem: AuthError?

    @ObservationIgnored private let auth: AuthManager
    @ObservationIgnored private let read: @Sendable (AuthManager) async throws(AuthError) -> Value
    @ObservationIgnored private var loadNumber = 0
    @ObservationIgnored private var owner: String?

    init(_ state: AppState, _ read: @escaping @Sendable (AuthManager) async throws(AuthError) -> Value) {
        auth = state.auth
        self.read = read
    }

    /// Loads the data. If the load fails, the same user's earlier data remains, and ``problem`` is set, unless the back
    /// end has no such data.
    package func load() async {
        loadNumber += 1
        let (number, uid) = (loadNumber, auth.auth?.uid)
        if owner?.hasSameBytes(as: uid ?? "") != true { (owner, value, problem) = (uid, nil, nil) }
        let result = await Result { () async throws(AuthError) in try await read(auth) }
        // A newer load, or another user's, takes precedence.
        guard number == loadNumber, let uid, auth.auth?.uid.hasSameBytes(as: uid) == true else { return }
        switch result {
        case .success(let value): (self.value, problem) = (value, nil)
        case .failure(let error): problem = error.code == .providerRequired ? nil : error.shown
        }
    }
}

extension AccountData where Value == [AccountSession] {
    /// Creates a list of the sessions: this device's first, then the others, newest first.
    package convenience init(sessionsOf state: AppState) {
        self.init(state) { auth throws(AuthError) in
            let sessions = try await auth.sessions()
            return sessions.filter(\.isCurrent) + sessions.filter { !$0.isCurrent }
        }
    }
}

extension SecondFactorStatus {
    /// The kinds of second factor that can still be added. An account has at most one authenticator app.
    package var addable: [SecondFactorKind] {
        offered.filter { kind in kind != .authenticator || !factors.contains { $0.kind == kind } }
    }
}

extension AccountData where Value == SecondFactorStatus {
    /// Creates the data about the user's second factors, with the kinds that the app offers.
    package convenience init(factorsOf state: AppState) {
        self.init(state) { auth throws(AuthError) in try await auth.secondFactors() }
    }
}
