import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes on which a back end lists and removes its users' second factors. The back end never receives the
/// factors' secrets, but can create recovery codes, which the response contains.
struct AppwriteUserFactorRoutes: Sendable {
    let directory: AccountDirectory
    let secondFactors: SecondFactorService
    let operators: OperatorService
    let users: AppwriteUsers
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/users/{user}/mfa/factors") { call throws(AccountError) in
                _ = try call.server(.readUsers)
                let factors = try await directory.account(call.uid, in: call.app.id).factors
                let codes = try await secondFactors.recoveryCodesLeft(of: call.uid, in: call.app.id)
                return .appwrite(factors.appwriteJSON(recoveryCodes: codes))
            },
            door.route(.PATCH, "/v1/users/{user}/mfa") { call throws(AccountError) in
                _ = try call.serverOfPeople()
                let isOn = try AppwriteBody(call, "mfa").bool("mfa")
                let factors = try await directory.account(call.uid, in: call.app.id).factors
                if isOn, factors.isEmpty { throw .appwrite(.noFactor) }
                return .appwrite(try await keep(isOn ? factors : [], call))
            },
            door.route(.DELETE, "/v1/users/{user}/mfa/authenticators/{type}") { call throws(AccountError) in
                _ = try call.serverOfPeople()
                let factors = try await directory.account(call.uid, in: call.app.id).factors
                let gone = try call.authenticator(of: factors)
                _ = try await keep(factors.filter { $0.id != gone.id }, call)
                return .appwriteEmpty
            },
            door.route(.GET, "/v1/users/{user}/mfa/recovery-codes", showRecoveryCodes),
            door.route(.PATCH, "/v1/users/{user}/mfa/recovery-codes") { call throws(AccountError) in
                try await generateRecoveryCodes(.first, call, status: .created, unless: .recoveryCodesExist)
            },
            door.route(.PUT, "/v1/users/{user}/mfa/recovery-codes") { call throws(AccountError) in
                try await generateRecoveryCodes(.again, call, status: .ok, unless: .recoveryCodesNotFound)
            },
            door.route(.GET, "/v1/users/{user}/mfa/challenges/{challenge}") { call throws(AccountError) in
                _ = try call.server(.readUsers)
                _ = try await directory.account(call.uid, in: call.app.id)
                // Only codes that a back end delivers itself can be read, and no factor has such codes.
                throw .appwrite(.wrongFactor)
            },
        ]
    }

    /// Throws an error that states if unused recovery codes exist. The codes cannot be shown, because the server stores
    /// only their digests.
    private func showRecoveryCodes(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.actAsUsers)
        _ = try await directory.account(call.uid, in: call.app.id)
        let left = try await secondFactors.recoveryCodesLeft(of: call.uid, in: call.app.id)
        throw .appwrite(left > 0 ? .recoveryCodesExist : .recoveryCodesNotFound)
    }

    private func generateRecoveryCodes(
        _ making: RecoveryCodes.Making, _ call: AppwriteRequest, status: HTTPResponseStatus,
        unless problem: AppwriteError
    ) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.actAsUsers)
        let codes = try await secondFactors.generateRecoveryCodes(
            making, of: call.uid, in: call.app.id, context: call.context)
        guard let codes else { throw .appwrite(problem) }
        return .appwrite(["recoveryCodes": .array(codes.map { .string($0.exposed) })], status: status)
    }

    /// Removes all second factors of the user except the given ones, and returns the user's model.
    private func keep(_ factors: [SecondFactor], _ call: AppwriteRequest) async throws(AccountError) -> JSONObject {
        var order = AccountUpdate()
        order.factors = factors.map {
            .init(id: $0.id, displayName: $0.displayName, enrolledAt: $0.enrolledAt, number: $0.number)
        }
        let changed = try await operators.change(
            call.uid, by: order, with: try call.serverOfPeople().key.scopes, in: call.app, context: call.context)
        return try await users.user(changed, in: call.app)
    }
}
