import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes for the caller's account.
struct AccountRoutes: Sendable {
    let account: AccountService
    let deletion: DeletionService
    let exports: ExportService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, APIRoute.me, takes: .credential, me),
            door.route(.DELETE, APIRoute.me, takes: .credential, policy: .optionalJSON, delete),
            door.route(.GET, APIRoute.export, takes: .credential, export),
            door.route(.POST, APIRoute.confirm, takes: .credential, confirm),
        ]
    }

    private func me(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let view = try await account.account(
            ofBearer: try request.bearer(), app: try door.apps.app(namedBy: request), apps: door.apps)
        return .json(UserBody(view, claims: door.apps.claims(of: view)))
    }

    private func delete(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        let receipt = try await deletion.deleteAccount(
            of: caller, context: request.context(in: caller.app))
        guard !receipt.manualRevocation.isEmpty else { return .noContent }
        return .json(DeletionResponse(manualRevocation: receipt.manualRevocation.map(\.rawValue)))
    }

    private func export(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let export = try await exports.export(of: caller, context: request.context(in: caller.app))
        return .export(export)
    }

    private func confirm(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(ReauthenticateRequest.self)
        guard let provider = door.apps.provider(named: body.provider) else {
            throw AccountError(
                .invalidRequest, "'provider' must be \(door.apps.providers.list(joinedBy: " or "))", field: "provider")
        }
        let credential = ProviderCredential(
            provider: provider, idToken: body.credential.idToken, nonce: body.credential.nonce,
            code: body.authorizationCode)
        return try door.confirmed(
            try await account.reauthenticate(caller, with: credential, context: request.context(in: caller.app)))
    }
}
