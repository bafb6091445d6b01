import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Second factors of the caller's own. Who has one that counts is asked for it: there is no switch beside it.
extension AppwriteAPI {
    var factorRoutes: [Route] {
        let path = "/v1/account/mfa/authenticators/{type}"
        let recovery = "/v1/account/mfa/recovery-codes"
        return [
            route(.PATCH, "/v1/account/mfa", missing: .authenticatorNotFound, setFactors),
            route(.GET, "/v1/account/mfa/factors") { call in
                let caller = try await factorCaller(call)
                let codes = try await recoveryCodes(of: caller)
                var response = HTTPResponse.appwrite(caller.factors.appwriteJSON(recoveryCodes: codes))
                if case .live = caller {
                    response.headers.add(name: AppwriteHeader.recoveryCodesLeft, value: String(codes))
                }
                return response
            },
            route(.POST, path, beginAuthenticator),
            route(.PUT, path, limitedBy: .refusals, confirmAuthenticator),
            route(.DELETE, path, missing: .authenticatorNotFound) { call in
                let caller = try await caller(call)
                let factors = try await accounts.sessions.account(of: caller).factors
                try await accounts.secondFactors.removeFactor(
                    try authenticator(call, of: factors).id, from: caller, context: call.context)
                return .appwriteEmpty
            },
            route(.GET, recovery) { call in
                let left = try await accounts.secondFactors.recoveryCodesLeft(of: try await caller(call))
                throw left > 0 ? AppwriteProblem.recoveryCodesExist : AppwriteProblem.recoveryCodesNotFound
            },
            route(.POST, recovery) { call in try await makeRecoveryCodes(.first, call, .created) },
            route(.PATCH, recovery, missing: .recoveryCodesNotFound) { call in
                try await makeRecoveryCodes(.again, call, .ok)
            },
        ]
    }

    /// The authenticator app that a path names.
    func authenticator(_ call: AppwriteCall, of factors: [SecondFactor]) throws -> SecondFactor {
        try requireApp(call)
        guard let factor = factors.first(where: { $0.kind == .totp }) else {
            throw AppwriteProblem.authenticatorNotFound
        }
        return factor
    }

    private func requireApp(_ call: AppwriteCall) throws {
        guard call["type"].hasSameBytes(as: SecondFactor.Kind.totp.rawValue) else {
            throw AppwriteProblem.argument("type", "Value must be one of (totp)")
        }
    }

    private func beginAuthenticator(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        try requireApp(call)
        let begun: BegunFactor
        do throws(Refusal) {
            begun = try await accounts.secondFactors.beginFactor(.totp, of: caller, context: call.context)
        } catch {
            guard error.code == .providerAlreadyLinked else { throw error }
            throw AppwriteProblem.authenticatorVerified
        }
        return .appwrite([
            "secret": .string(begun.secret?.text.exposed ?? ""), "uri": .string(begun.secret?.address.exposed ?? ""),
        ])
    }

    private func confirmAuthenticator(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        try requireApp(call)
        let code = try AppwriteBody(call, "otp").secret("otp", greatest: 256)
        do throws(Refusal) {
            _ = try await accounts.secondFactors.confirmFactor(.totp, with: code, of: caller, context: call.context)
        } catch {
            if error.code == .ticketExpired { throw AppwriteProblem.authenticatorNotFound }
            throw error.ofFactor
        }
        return .appwrite(try await user(caller.session.account, in: call.app))
    }

    /// Takes all factors away; nobody gets one by this.
    private func setFactors(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let isOn = try AppwriteBody(call, "mfa").bool("mfa")
        let factors = try await accounts.sessions.account(of: caller).factors
        if isOn, factors.isEmpty { throw AppwriteProblem.noFactor }
        if !isOn {
            for factor in factors {
                try await accounts.secondFactors.removeFactor(factor.id, from: caller, context: call.context)
            }
        }
        return .appwrite(try await user(caller.session.account, in: call.app))
    }

    private func makeRecoveryCodes(
        _ making: RecoveryCodes.Making, _ call: AppwriteCall, _ status: HTTPResponseStatus
    ) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let codes: [Secret]
        do throws(Refusal) {
            codes = try await accounts.secondFactors.makeRecoveryCodes(making, of: caller, context: call.context)
        } catch {
            guard error.code == .preconditionFailed else { throw error }
            throw AppwriteProblem.recoveryCodesExist
        }
        return .appwrite(["recoveryCodes": .array(codes.map { .string($0.exposed) })], status: status)
    }
}

/// Who shows a second factor: to end a sign-in, or to confirm that they are still there.
enum AppwriteFactorCaller: Sendable {
    /// The person of a live session.
    case live(Caller, [SecondFactor])
    /// Whose session awaits its factor.
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

extension AppwriteAPI {
    /// Who calls, in a session that lives or that awaits its factor.
    func factorCaller(_ call: AppwriteCall) async throws -> AppwriteFactorCaller {
        do {
            let caller = try await caller(call)
            return .live(caller, try await accounts.sessions.account(of: caller).factors)
        } catch let problem as AppwriteProblem where problem.refusal.code == .secondFactorRequired {
            return .pending(try await pendingSignIn(call, or: problem))
        }
    }

    /// The sign-in that waits in the call's session.
    ///
    /// - Parameter problem: What the call is refused with that carries no session's secret.
    func pendingSignIn(_ call: AppwriteCall, or problem: AppwriteProblem) async throws -> PendingSignIn {
        guard let secret = call.credential?.sessionSecret else { throw problem }
        return try await accounts.secondFactors.pendingSignIn(sessionSecret: secret, to: call.app)
    }

    /// How many recovery codes there are.
    func recoveryCodes(of caller: AppwriteFactorCaller) async throws -> Int {
        switch caller {
        case .live(let caller, _): try await accounts.secondFactors.recoveryCodesLeft(of: caller)
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
    var ofFactor: any Error { code == .invalidCredentials ? AppwriteProblem.wrongFactor : self }
}
