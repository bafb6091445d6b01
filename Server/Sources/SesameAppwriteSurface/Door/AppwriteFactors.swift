import SesameAccounts
import SesameCore
import SesameWire

/// A caller who shows a second factor: to complete a sign-in, or to confirm.
enum AppwriteFactorCaller: Sendable {
    /// The person of a live session.
    case live(Caller, [SecondFactor])
    /// A session that awaits its factor.
    case pending(PendingSignIn)

    var factors: [SecondFactor] {
        switch self {
        case .live(_, let factors): factors
        case .pending(let pending): pending.factors
        }
    }

    var session: Session {
        switch self {
        case .live(let caller, _): caller.session
        case .pending(let pending): pending.session
        }
    }
}

/// The callers of routes that take a session that awaits its factor, too.
struct AppwriteFactors: Sendable {
    let sessions: SessionService
    let secondFactors: SecondFactorService
    let door: AppwriteDoor

    /// Returns the caller, in a live session or one that awaits its factor.
    func factorCaller(_ call: AppwriteCall) async throws(Refusal) -> AppwriteFactorCaller {
        do throws(Refusal) {
            let caller = try await door.caller(call)
            return .live(caller, try await sessions.account(of: caller).factors)
        } catch {
            guard error.code == .secondFactorRequired else { throw error }
            return .pending(try await pendingSignIn(call, or: error))
        }
    }

    /// The sign-in that waits in the call's session.
    ///
    /// - Parameter refusal: What the call is refused with that carries no session's secret.
    func pendingSignIn(_ call: AppwriteCall, or refusal: Refusal) async throws(Refusal) -> PendingSignIn {
        guard let secret = call.credential?.sessionSecret else { throw refusal }
        return try await secondFactors.pendingSignIn(sessionSecret: secret, to: call.app)
    }

    /// Returns the number of recovery codes.
    func recoveryCodes(of caller: AppwriteFactorCaller) async throws(Refusal) -> Int {
        switch caller {
        case .live(let caller, _): try await secondFactors.recoveryCodesLeft(of: caller)
        case .pending(let pending): pending.recoveryCodes
        }
    }
}

extension [SecondFactor] {
    /// The model of which kinds there are.
    func appwriteJSON(recoveryCodes: Int) -> JSONObject {
        [
            "totp": .bool(contains { $0.kind == .totp }), "phone": .bool(contains { $0.kind == .phone }),
            "email": false, "recoveryCode": .bool(recoveryCodes > 0), "custom": false,
        ]
    }
}

extension Refusal {
    /// The refusal of a factor: a wrong code is no wrong password.
    var ofFactor: Refusal { code == .invalidCredentials ? .appwrite(.wrongFactor) : self }
}

extension AppwriteCall {
    /// The account that a path names.
    var uid: AccountID { AccountID(self["user"]) }

    /// The authenticator app that a path names.
    func authenticator(of factors: [SecondFactor]) throws(Refusal) -> SecondFactor {
        try requireAuthenticatorApp()
        guard let factor = factors.first(where: { $0.kind == .totp }) else {
            throw .appwrite(.authenticatorNotFound)
        }
        return factor
    }

    /// Refuses authenticators of another kind.
    func requireAuthenticatorApp() throws(Refusal) {
        guard self["type"].hasSameBytes(as: SecondFactor.Kind.totp.rawValue) else {
            throw .appwrite(.argument("type", "Value must be one of (totp)"))
        }
    }
}
