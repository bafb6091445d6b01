import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension NativeAPI {
    var passwordRoutes: [Route] {
        [
            Route(.POST, APIRoute.signInPassword, takes: .credential) { request, _ in await signInWithPassword(request)
            },
            Route(.POST, APIRoute.signUpPassword, takes: .none) { request, _ in await signUpWithPassword(request)
            },
            Route(.POST, APIRoute.confirmByPassword, takes: .credential) { request, _ in
                await confirmByPassword(request)
            },
            Route(.POST, APIRoute.password, takes: .credential) { request, _ in await addPassword(request) },
            Route(.PUT, APIRoute.password, takes: .credential) { request, _ in await changePassword(request) },
            Route(.DELETE, APIRoute.password, takes: .credential, policy: .optionalJSON) { request, _ in
                await removePassword(request)
            },
        ]
    }

    private func signInWithPassword(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let app = try apps.app(of: request, orElse: apps.fallbackApp)
            let body = try request.body(PasswordSignInRequest.self)
            let email = try EmailAddress(member: body.email)
            let result = try await accounts.logins.signIn(
                email: email, password: body.password, to: app, role: body.role, context: request.context(in: app))
            return try signedIn(result).giving(accounts.codes.deviceToken(for: email, in: app))
        }
    }

    private func signUpWithPassword(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let app = try apps.app(of: request, orElse: apps.fallbackApp)
            let body = try request.body(PasswordSignUpRequest.self)
            let email = try EmailAddress(member: body.credential.email)
            let result = try await accounts.logins.signUp(
                email: email, password: body.credential.password, to: app, role: body.credential.role,
                profile: body.profile, context: request.context(in: app))
            return try signedIn(result).giving(accounts.codes.deviceToken(for: email, in: app))
        }
    }

    private func confirmByPassword(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(PasswordConfirmRequest.self)
            return try confirmed(
                try await accounts.logins.confirm(
                    caller, password: body.password, context: request.context(in: caller.app)))
        }
    }

    private func addPassword(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(PasswordSignUpRequest.self)
            let email = try EmailAddress(member: body.credential.email)
            let result = try await accounts.logins.addPassword(
                email: email, password: body.credential.password, to: caller, role: body.credential.role,
                profile: body.profile, context: request.context(in: caller.app))
            return try linked(result).giving(accounts.codes.deviceToken(for: email, in: caller.app))
        }
    }

    private func changePassword(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(PasswordChangeRequest.self)
            let result = try await accounts.logins.changePassword(
                of: caller, from: body.currentPassword, to: body.password, context: request.context(in: caller.app))
            return try linked(result)
                .giving(result.view.emailLogin.map { accounts.codes.deviceToken(for: $0, in: caller.app) })
        }
    }

    private func removePassword(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            let caller = try await caller(request)
            try await accounts.logins.removeLogin(.email, from: caller, context: request.context(in: caller.app))
            return .noContent
        }
    }
}

extension EmailAddress {
    /// The address in a member of a body.
    init(member: String) throws(Refusal) {
        guard let address = EmailAddress(member) else {
            throw Refusal(.invalidRequest, "this is no e-mail address that can be mailed to", field: "email")
        }
        self = address
    }
}
