import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes for the caller's profile.
struct ProfileRoutes: Sendable {
    let sessions: SessionService
    let account: AccountService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, APIRoute.profile, takes: .credential, profile),
            door.route(.PATCH, APIRoute.profile, takes: .credential, change),
            door.route(.POST, APIRoute.completeProfile, takes: .credential, policy: .optionalJSON, complete),
        ]
    }

    private func profile(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        return .profile(try await sessions.account(of: caller), in: caller.app)
    }

    private func change(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let condition = try ProfileETag.condition(of: request)
        let body = try request.body(ProfileRequest.self)
        let view = try await account.changeProfile(
            of: caller, by: body.change, if: condition, context: request.context(in: caller.app))
        return .profile(view, in: caller.app)
    }

    private func complete(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let condition = try ProfileETag.condition(of: request)
        let body = request.body.isEmpty ? ProfileCompletionRequest() : try request.body(ProfileCompletionRequest.self)
        let change = ProfilePatch(fields: body.fields, mask: body.mask, completes: true)
        let view = try await account.changeProfile(
            of: caller, by: change, if: condition, context: request.context(in: caller.app))
        return .profile(view, in: caller.app)
    }
}

extension ProfileRequest {
    /// The change that the body requests.
    var change: ProfilePatch {
        ProfilePatch(fields: fields, mask: mask, path: onboarding.map { $0.via + [$0.step] } ?? [])
    }
}

extension HTTPResponse {
    /// Returns the response with the account's profile, whose version is the entity tag.
    static func profile(_ view: AccountRecord, in app: App) -> HTTPResponse {
        let body = ProfileBody(view, by: app.profile)
        var response = HTTPResponse.json(body)
        response.headers.add(name: "ETag", value: ProfileETag.text(body.version))
        return response
    }
}
