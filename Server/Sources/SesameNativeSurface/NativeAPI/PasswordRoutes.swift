import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes for signing in, signing up and reauthenticating with a password, and for adding, changing and
/// removing one.
struct PasswordRoutes: Sendable {
    let logins: LocalCredentialService
    let codes: CodeService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, APIRoute.signInPassword, takes: .credential, signInWithPassword),
            door.route(.POST, APIRoute.signUpPassword, takes: .none, signUpWithPassword),
            door.route(.POST, APIRoute.confirmByPassword, takes: .credential, confirmByPassword),
            door.route(.POST, APIRoute.password, takes: .credential, addPassword),
            door.route(.PUT, APIRoute.password, takes: .credential, changePassword),
            door.route(.DELETE, APIRoute.password, takes: .credential, policy: .optionalJSON, removePassword),
        ]
    }

    private func signInWithPassword(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        let body = try request.body(PasswordSignInRequest.self)
        let email = try EmailAddress(member: body.email)
        let result = try await logins.signIn(
            email: email, password: body.password, to: app, role: body.role, context: request.context(in: app))
        return try door.signedIn(result).giving(codes.deviceToken(for: email, in: app))
    }

    private func signUpWithPassword(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        let body = try request.body(PasswordSignUpRequest.self)
        let email = try EmailAddress(member: body.credential.email)
        let result = try await logins.signUp(
            email: email, password: body.credential.password, to: app, role: body.credential.role,
            profile: body.profile, context: request.context(in: app))
        return try door.signedIn(result).giving(codes.deviceToken(for: email, in: app))
    }

    private func confirmByPassword(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(PasswordReauthenticateRequest.self)
        return try door.confirmed(
            try await logins.reauthenticate(
                caller, password: body.password, context: request.context(in: caller.app)))
    }

    private func addPassword(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(PasswordSignUpRequest.self)
        let email = try EmailAddress(member: body.credential.email)
        let result = try await logins.addPassword(
            email: email, password: body.credential.password, to: caller, role: body.credential.role,
            profile: body.profile, context: request.context(in: caller.app))
        return try door.linked(result).giving(codes.deviceToken(for: email, in: caller.app))
    }

    private func changePassword(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(PasswordChangeRequest.self)
        let result = try await logins.changePassword(
            of: caller, from: body.currentPassword, to: body.password, context: request.context(in: caller.app))
        return try door.linked(result)
            .giving(result.view.emailCredential.map { codes.deviceToken(for: $0, in: caller.app) })
    }

    private func removePassword(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        try await logins.removeCredential(.email, from: caller, context: request.context(in: caller.app))
        return .noContent
    }
}

extension EmailAddress {
    /// Reads an email address from a member of a request body. Throws `invalidRequest` if it is not valid.
    init(member: String) throws(AccountError) {
        guard let address = EmailAddress(member) else {
            throw AccountError(.invalidRequest, "the email address is invalid", field: "email")
        }
        self = address
    }
}
