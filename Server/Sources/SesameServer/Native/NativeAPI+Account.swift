import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension NativeAPI {
    var accountRoutes: [Route] {
        [
            Route(.GET, APIRoute.me, takes: .credential) { request, _ in await me(request) },
            Route(.DELETE, APIRoute.me, takes: .credential, policy: .optionalJSON) { request, _ in await delete(request)
            },
            Route(.GET, APIRoute.export, takes: .credential) { request, _ in await export(request) },
            Route(.POST, APIRoute.confirm, takes: .credential) { request, _ in await confirm(request) },
        ]
    }

    private func me(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let view = try await accounts.account.account(
                ofBearer: try request.bearer(), app: try apps.app(namedBy: request), apps: apps)
            return .json(UserBody(view, claims: apps.claims(of: view)))
        }
    }

    private func delete(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            let caller = try await caller(request)
            let receipt = try await accounts.deletion.deleteAccount(
                of: caller, context: request.context(in: caller.app))
            guard !receipt.manualRevocation.isEmpty else { return .noContent }
            return .json(DeletionAnswer(manualRevocation: receipt.manualRevocation.map(\.rawValue)))
        }
    }

    private func export(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let export = try await accounts.exports.export(of: caller, context: request.context(in: caller.app))
            return .export(export)
        }
    }

    private func confirm(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(ConfirmRequest.self)
            guard let provider = Provider(rawValue: body.provider) else {
                throw Refusal(.invalidRequest, "'provider' is apple or google", field: "provider")
            }
            let credential = ProviderCredential(
                provider: provider, idToken: body.credential.idToken, nonce: body.credential.nonce,
                code: body.authorizationCode)
            return try confirmed(
                try await accounts.account.confirm(caller, with: credential, context: request.context(in: caller.app)))
        }
    }
}
