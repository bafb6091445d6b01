import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes that link and unlink identities, merge accounts and undo merges.
struct LinkRoutes: Sendable {
    let linking: LinkingService
    let authorization: AuthorizationService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, APIRoute.identity, takes: .credential, link),
            door.route(.POST, APIRoute.identities, takes: .credential, linkByCode),
            door.route(.DELETE, APIRoute.identity, takes: .credential, policy: .optionalJSON, unlink),
            door.route(.POST, APIRoute.merge, takes: .credential, decide),
            door.route(.POST, APIRoute.undoMerge, takes: .credential, policy: .optionalJSON, undoMerge),
        ]
    }

    private func link(_ request: HTTPRequest, _ path: PathParameters) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let provider = try provider(path)
        let body = try request.body(LinkRequest.self)
        let result = try await linking.link(
            ProviderCredential(provider, body.credential), to: caller, role: body.credential.credential.role,
            profile: body.profile, onConflict: body.onConflict, context: request.context(in: caller.app))
        return try door.linked(result)
    }

    /// Handles `POST /v1/me/identities`: links the identity of a browser sign-in, identified by its code.
    private func linkByCode(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(LinkCodeRequest.self)
        let result = try await authorization.link(
            code: body.code, to: caller, redirectURI: body.redirectURI, verifier: body.codeVerifier,
            profile: body.profile, onConflict: body.onConflict, context: request.context(in: caller.app))
        return try door.linked(result)
    }

    private func unlink(_ request: HTTPRequest, _ path: PathParameters) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        // The identity of a provider that the server no longer supports can still be unlinked.
        guard let provider = path["provider"].flatMap(Provider.init(rawValue:)) else { throw .noSuchIdentity }
        try await linking.unlink(
            provider, from: caller, context: request.context(in: caller.app))
        return .noContent
    }

    private func decide(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(MergeRequest.self)
        let result = try await linking.resolveConflict(
            body.choice, with: body.ticket, of: caller, context: request.context(in: caller.app))
        return try door.linked(result)
    }

    private func undoMerge(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        let result = try await linking.undoMerge(of: caller, context: request.context(in: caller.app))
        return try door.linked(result)
    }

    private func provider(_ path: PathParameters) throws(AccountError) -> Provider {
        guard let provider = path["provider"].flatMap(door.apps.provider(named:)) else { throw .noSuchIdentity }
        return provider
    }
}
