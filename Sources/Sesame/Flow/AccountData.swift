import Observation
package import SesameCore
import SesameWire

/// Data about the account of whoever is signed in, as their account screen shows it: looked at anew whenever it may have
/// changed.
@MainActor @Observable package final class AccountData<Value: Sendable> {
    /// The data; nil until it is known, and where the back end has none.
    package private(set) var value: Value?
    /// The error that the last look at it ended with.
    package private(set) var problem: AuthError?

    @ObservationIgnored private let auth: AuthManager
    @ObservationIgnored private let read: @Sendable (AuthManager) async throws(AuthError) -> Value
    @ObservationIgnored private var loadNumber = 0
    @ObservationIgnored private var owner: String?

    init(_ state: AppState, _ read: @escaping @Sendable (AuthManager) async throws(AuthError) -> Value) {
        auth = state.auth
        self.read = read
    }

    /// Looks at the data. What is known stays when that fails.
    package func load() async {
        loadNumber += 1
        let (number, uid) = (loadNumber, auth.auth?.uid)
        if owner?.hasSameBytes(as: uid ?? "") != true { (owner, value, problem) = (uid, nil, nil) }
        let result = await Result { () async throws(AuthError) in try await read(auth) }
        // A newer look, or one in another person's name, has the say.
        guard number == loadNumber, let uid, auth.auth?.uid.hasSameBytes(as: uid) == true else { return }
        switch result {
        case .success(let value): (self.value, problem) = (value, nil)
        case .failure(let error): problem = error.code == .providerRequired ? nil : error.shown
        }
    }
}

extension AccountData where Value == [AccountSession] {
    /// The sessions, newest first, this device's before the others.
    package convenience init(sessionsOf state: AppState) {
        self.init(state) { auth throws(AuthError) in
            let sessions = try await auth.sessions()
            return sessions.filter(\.isCurrent) + sessions.filter { !$0.isCurrent }
        }
    }
}

extension SecondFactorStatus {
    /// The kinds that can be added to those that are there: of authenticator apps an account has one.
    package var addable: [SecondFactorKind] {
        offered.filter { kind in kind != .authenticator || !factors.contains { $0.kind == kind } }
    }
}

extension AccountData where Value == SecondFactorStatus {
    /// The second factors, and the kinds that may be added.
    package convenience init(factorsOf state: AppState) {
        self.init(state) { auth throws(AuthError) in try await auth.secondFactors() }
    }
}
