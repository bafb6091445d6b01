import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension NativeAPI {
    var linkRoutes: [Route] {
        [
            Route(.POST, APIRoute.identity, takes: .credential) { request, path in await link(request, path) },
            Route(.DELETE, APIRoute.identity, takes: .credential, policy: .optionalJSON) { request, path in
                await unlink(request, path)
            },
            Route(.POST, APIRoute.merge, takes: .credential) { request, _ in await decide(request) },
            Route(.POST, APIRoute.undoMerge, takes: .credential, policy: .optionalJSON) { request, _ in
                await undoMerge(request)
            },
        ]
    }

    private func link(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let provider = try provider(path)
            let body = try request.body(LinkRequest.self)
            let result = try await accounts.linking.link(
                ProviderCredential(provider, body.credential), to: caller, role: body.credential.credential.role,
                profile: body.profile, onConflict: body.onConflict, context: request.context(in: caller.app))
            return try linked(result)
        }
    }

    private func unlink(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            let caller = try await caller(request)
            try await accounts.linking.unlink(
                try provider(path), from: caller, context: request.context(in: caller.app))
            return .noContent
        }
    }

    private func decide(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(MergeRequest.self)
            let result = try await accounts.linking.decide(
                body.choice, with: body.ticket, of: caller, context: request.context(in: caller.app))
            return try linked(result)
        }
    }

    private func undoMerge(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            let caller = try await caller(request)
            let result = try await accounts.linking.undoMerge(of: caller, context: request.context(in: caller.app))
            return try linked(result)
        }
    }

    private func provider(_ path: PathParameters) throws(Refusal) -> Provider {
        guard let provider = path["provider"].flatMap(Provider.init(rawValue:)) else { throw .noSuchIdentity }
        return provider
    }
}
