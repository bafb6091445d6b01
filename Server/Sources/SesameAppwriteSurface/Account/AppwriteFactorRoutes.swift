import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes of the caller's second factors. A user with an active factor must always verify one at sign-in;
/// there is no separate switch.
struct AppwriteFactorRoutes: Sendable {
    let sessions: SessionService
    let secondFactors: SecondFactorService
    let users: AppwriteUsers
    let factors: AppwriteFactors
    let door: AppwriteAuthenticator

    var routes: [Route] {
        let path = "/v1/account/mfa/authenticators/{type}"
        let recovery = "/v1/account/mfa/recovery-codes"
        return [
            door.route(.PATCH, "/v1/account/mfa", missing: .authenticatorNotFound, setFactors),
            door.route(.GET, "/v1/account/mfa/factors") { call throws(AccountError) in
                let caller = try await factors.factorCaller(call)
                let codes = try await factors.recoveryCodes(of: caller)
                var response = HTTPResponse.appwrite(caller.factors.appwriteJSON(recoveryCodes: codes))
                if case .live = caller {
                    response.headers.add(name: AppwriteHeader.recoveryCodesLeft, value: String(codes))
                }
                return response
            },
            door.route(.POST, path, beginAuthenticator),
            door.route(.PUT, path, limitedBy: .refusals, confirmAuthenticator),
            door.route(.DELETE, path, missing: .authenticatorNotFound) { call throws(AccountError) in
                let caller = try await door.caller(call)
                let factors = try await sessions.account(of: caller).factors
                try await secondFactors.removeFactor(
                    try call.authenticator(of: factors).id, from: caller, context: call.context)
                return .appwriteEmpty
            },
            door.route(.GET, recovery) { call throws(AccountError) in
                let left = try await secondFactors.recoveryCodesLeft(of: try await door.caller(call))
                throw .appwrite(left > 0 ? .recoveryCodesExist : .recoveryCodesNotFound)
            },
            door.route(.POST, recovery) { call throws(AccountError) in
                try await generateRecoveryCodes(.first, call, .created)
            },
            door.route(.PATCH, recovery, missing: .recoveryCodesNotFound) { call throws(AccountError) in
                try await generateRecoveryCodes(.again, call, .ok)
            },
        ]
    }

    private func beginAuthenticator(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        try call.requireAuthenticatorApp()
        let begun: PendingFactorEnrollment
        do throws(AccountError) {
            begun = try await secondFactors.startFactorEnrollment(.totp, of: caller, context: call.context)
        } catch {
            guard error.code == .providerAlreadyLinked else { throw error }
            throw .appwrite(.authenticatorVerified)
        }
        return .appwrite([
            "secret": .string(begun.secret?.text.exposed ?? ""), "uri": .string(begun.secret?.address.exposed ?? ""),
        ])
    }

    private func confirmAuthenticator(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        try call.requireAuthenticatorApp()
        let code = try AppwriteBody(call, "otp").secret("otp", greatest: 256)
        do throws(AccountError) {
            _ = try await secondFactors.finishFactorEnrollment(.totp, with: code, of: caller, context: call.context)
        } catch {
            if error.code == .ticketExpired { throw .appwrite(.authenticatorNotFound) }
            throw error.ofFactor
        }
        return .appwrite(try await users.user(caller.session.account, in: call.app))
    }

    /// Removes all second factors if the request turns `mfa` off. A request that turns `mfa` on changes nothing, and
    /// fails if the account has no factor.
    private func setFactors(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let isOn = try AppwriteBody(call, "mfa").bool("mfa")
        let factors = try await sessions.account(of: caller).factors
        if isOn, factors.isEmpty { throw .appwrite(.noFactor) }
        if !isOn, !factors.isEmpty { try await secondFactors.removeFactors(from: caller, context: call.context) }
        return .appwrite(try await users.user(caller.session.account, in: call.app))
    }

    private func generateRecoveryCodes(
        _ making: RecoveryCodes.Making, _ call: AppwriteRequest, _ status: HTTPResponseStatus
    ) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let codes: [Secret]
        do throws(AccountError) {
            codes = try await secondFactors.generateRecoveryCodes(making, of: caller, context: call.context)
        } catch {
            guard error.code == .preconditionFailed else { throw error }
            throw .appwrite(.recoveryCodesExist)
        }
        return .appwrite(["recoveryCodes": .array(codes.map { .string($0.exposed) })], status: status)
    }
}
