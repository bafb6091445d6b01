import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Second factors of the app's people, for its back end: it sees which there are and takes them away, and never what they
/// are made of. Recovery codes it can make, and is told them then.
extension AppwriteAPI {
    var userFactorRoutes: [Route] {
        [
            route(.GET, "/v1/users/{user}/mfa/factors") { call in
                _ = try call.server(.readUsers)
                let factors = try await accounts.directory.account(uid(call), in: call.app.id).factors
                let codes = try await accounts.secondFactors.recoveryCodesLeft(of: uid(call), in: call.app.id)
                return .appwrite(factors.appwriteJSON(recoveryCodes: codes))
            },
            route(.PATCH, "/v1/users/{user}/mfa") { call in
                _ = try call.anyServer()
                let isOn = try AppwriteBody(call, "mfa").bool("mfa")
                let factors = try await accounts.directory.account(uid(call), in: call.app.id).factors
                if isOn, factors.isEmpty { throw AppwriteProblem.noFactor }
                return .appwrite(try await keep(isOn ? factors : [], call))
            },
            route(.DELETE, "/v1/users/{user}/mfa/authenticators/{type}") { call in
                _ = try call.anyServer()
                let factors = try await accounts.directory.account(uid(call), in: call.app.id).factors
                let gone = try authenticator(call, of: factors)
                _ = try await keep(factors.filter { $0.id != gone.id }, call)
                return .appwriteEmpty
            },
            route(.GET, "/v1/users/{user}/mfa/recovery-codes", showRecoveryCodes),
            route(.PATCH, "/v1/users/{user}/mfa/recovery-codes") { call in
                try await makeRecoveryCodes(.first, call, status: .created, unless: .recoveryCodesExist)
            },
            route(.PUT, "/v1/users/{user}/mfa/recovery-codes") { call in
                try await makeRecoveryCodes(.again, call, status: .ok, unless: .recoveryCodesNotFound)
            },
            route(.GET, "/v1/users/{user}/mfa/challenges/{challenge}") { call in
                _ = try call.server(.readUsers)
                _ = try await accounts.directory.account(uid(call), in: call.app.id)
                // Only codes that a back end delivers itself can be read, and there is no such factor.
                throw AppwriteProblem.wrongFactor
            },
        ]
    }

    /// Says whether there are codes. Nobody can be shown them: digests are kept.
    private func showRecoveryCodes(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.actAsUsers)
        _ = try await accounts.directory.account(uid(call), in: call.app.id)
        let left = try await accounts.secondFactors.recoveryCodesLeft(of: uid(call), in: call.app.id)
        throw left > 0 ? AppwriteProblem.recoveryCodesExist : .recoveryCodesNotFound
    }

    private func makeRecoveryCodes(
        _ making: RecoveryCodes.Making, _ call: AppwriteCall, status: HTTPResponseStatus,
        unless problem: AppwriteProblem
    ) async throws -> HTTPResponse {
        _ = try call.server(.actAsUsers)
        let codes = try await accounts.secondFactors.makeRecoveryCodes(
            making, of: uid(call), in: call.app.id, context: call.context)
        guard let codes else { throw problem }
        return .appwrite(["recoveryCodes": .array(codes.map { .string($0.exposed) })], status: status)
    }

    /// Takes all factors away but these.
    private func keep(_ factors: [SecondFactor], _ call: AppwriteCall) async throws -> JSONObject {
        var order = AccountOrder()
        order.factors = factors.map {
            .init(id: $0.id, displayName: $0.displayName, enrolledAt: $0.enrolledAt, number: $0.number)
        }
        let changed = try await accounts.operators.change(
            uid(call), by: order, with: try call.anyServer().key.scopes, in: call.app, context: call.context)
        return try await user(changed, in: call.app)
    }
}
