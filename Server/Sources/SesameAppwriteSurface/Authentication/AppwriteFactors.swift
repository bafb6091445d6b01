import SesameAccounts
import SesameCore
import SesameWire

/// A caller who verifies a second factor, either to complete a sign-in or to confirm the user's identity in a live
/// session.
enum AppwriteFactorCaller: Sendable {
    /// The user of a live session, with their factors.
    case live(Caller, [SecondFactor])
    /// A session that waits for its second factor.
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

/// The lookup of callers for routes that also accept a session waiting for its second factor.
struct AppwriteFactors: Sendable {
    let sessions: SessionService
    let secondFactors: SecondFactorService
    let door: AppwriteAuthenticator

    /// Returns the caller of a live session, or of a session that waits for its second factor.
    func factorCaller(_ call: AppwriteRequest) async throws(AccountError) -> AppwriteFactorCaller {
        do throws(AccountError) {
            let caller = try await door.caller(call)
            return .live(caller, try await sessions.account(of: caller).factors)
        } catch {
            guard error.code == .secondFactorRequired else { throw error }
            return .pending(try await pendingSignIn(call, or: error))
        }
    }

    /// Returns the pending sign-in of the call's session.
    ///
    /// - Parameter refusal: The error to throw if the call has no session secret.
    func pendingSignIn(_ call: AppwriteRequest, or refusal: AccountError) async throws(AccountError) -> PendingSignIn {
        guard let secret = call.credential?.sessionSecret else { throw refusal }
        return try await secondFactors.pendingSignIn(sessionSecret: secret, to: call.app)
    }

    /// Returns the number of the caller's unused recovery codes.
    func recoveryCodes(of caller: AppwriteFactorCaller) async throws(AccountError) -> Int {
        switch caller {
        case .live(let caller, _): try await secondFactors.recoveryCodesLeft(of: caller)
        case .pending(let pending): pending.recoveryCodes
        }
    }
}

extension [SecondFactor] {
    /// Returns Appwrite's model of the available kinds of factors, each true or false.
    func appwriteJSON(recoveryCodes: Int) -> JSONObject {
        [
            "totp": .bool(contains { $0.kind == .totp }), "phone": .bool(contains { $0.kind == .phone }),
            "email": false, "recoveryCode": .bool(recoveryCodes > 0), "custom": false,
        ]
    }
}

extension AccountError {
    /// The error for a response about a second factor: `invalidCredentials` becomes Appwrite's error for a wrong code
    /// instead of a wrong password; all other errors stay the same.
    var ofFactor: AccountError { code == .invalidCredentials ? .appwrite(.wrongFactor) : self }
}

extension AppwriteRequest {
    /// The account id in the path.
    var uid: AccountID { AccountID(self["user"]) }

    /// Returns the account's authenticator app. Throws if the path specifies another type, or if the account has none.
    func authenticator(of factors: [SecondFactor]) throws(AccountError) -> SecondFactor {
        try requireAuthenticatorApp()
        guard let factor = factors.first(where: { $0.kind == .totp }) else {
            throw .appwrite(.authenticatorNotFound)
        }
        return factor
    }

    /// Throws unless the type in the path is `totp`, an authenticator app.
    func requireAuthenticatorApp() throws(AccountError) {
        guard self["type"].hasSameBytes(as: SecondFactor.Kind.totp.rawValue) else {
            throw .appwrite(.argument("type", "Value must be one of (totp)"))
        }
    }
}
