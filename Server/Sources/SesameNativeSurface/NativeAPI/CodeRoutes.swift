import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes for codes sent by email or text.
struct CodeRoutes: Sendable {
    let codes: CodeService
    let sessions: SessionService
    let logins: LocalCredentialService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, APIRoute.codes, takes: .none, sendCode),
            door.route(.POST, APIRoute.myCodes, takes: .credential, sendOwnCode),
            door.route(.POST, APIRoute.signInCode, takes: .credential, signInWithCode),
            door.route(.POST, APIRoute.confirmByCode, takes: .credential, confirmByCode),
            door.route(.POST, APIRoute.codePassword, takes: .credential, resetPassword),
            door.route(.POST, APIRoute.codeVerification, takes: .credential, verify),
        ]
    }

    private func sendCode(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        let body = try request.body(CodeRequest.self)
        try await codes.sendCode(try body.order(), of: app, context: request.context(in: app))
        return .noContent
    }

    private func sendOwnCode(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(CodeRequest.self)
        let view = try await sessions.account(of: caller)
        if body.purpose == CodePurpose.changeEmail.rawValue, let refusal = caller.reauthenticationError(view) {
            throw refusal
        }
        try await codes.sendCode(
            try body.order(of: view, in: caller.session.id), of: caller.app,
            context: request.context(in: caller.app))
        return .noContent
    }

    private func signInWithCode(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        let body = try request.body(CodeSignInRequest.self)
        let result = try await logins.signIn(
            with: try body.use.presented(for: .signIn), to: app, as: body.role, context: request.context(in: app))
        return try door.signedIn(result)
    }

    private func confirmByCode(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(CodeRedemptionRequest.self)
        return try door.confirmed(
            try await logins.reauthenticate(
                caller, with: try body.presented(for: .signIn), context: request.context(in: caller.app)))
    }

    private func resetPassword(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        let body = try request.body(CodePasswordRequest.self)
        let email = try await logins.resetPassword(
            with: try body.use.presented(for: .resetPassword), to: body.password, of: app,
            context: request.context(in: app))
        return .noContent.giving(codes.deviceToken(for: email, in: app))
    }

    private func verify(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        let body = try request.body(CodeRedemptionRequest.self)
        var code = try body.presented(for: .verify)
        if !code.isLink, try await !codes.hasPendingCode(code, of: app) {
            code = try body.presented(for: .changeEmail)
        }
        let bearer: CodeBearer =
            request.headers["Authorization"].isEmpty ? .mailbox : .caller(try await door.caller(request))
        _ = try await logins.verify(with: code, of: app, by: bearer, context: request.context(in: app))
        return .noContent
    }
}

extension CodeRequest {
    private func codeForm() throws(AccountError) -> CodeForm {
        guard let form else { return .link }
        guard let known = CodeForm(rawValue: form) else {
            throw AccountError(.invalidRequest, "'form' must be link or digits", field: "form")
        }
        return known
    }

    /// Converts the body to a code request from a user who is not signed in, for a sign-in or a password reset. Throws
    /// if the members do not fit the purpose.
    func order() throws(AccountError) -> OneTimeCodeRequest {
        let form = try codeForm()
        switch (purpose, email, phone) {
        case (CodePurpose.signIn.rawValue, nil, let phone?):
            return .signIn(try PhoneNumber(member: phone), in: language)
        case (CodePurpose.signIn.rawValue, let email?, nil):
            return .signIn(try EmailAddress(member: email), as: form, in: language)
        case (CodePurpose.resetPassword.rawValue, let email?, nil):
            return .resetPassword(try EmailAddress(member: email), as: form, in: language)
        case (CodePurpose.signIn.rawValue, _, _), (CodePurpose.resetPassword.rawValue, _, _):
            throw AccountError(
                .invalidRequest, "exactly one of 'email' and 'phone' is required, and for reset_password 'email'",
                field: "email")
        default:
            throw AccountError(.invalidRequest, "'purpose' must be reset_password or sign_in", field: "purpose")
        }
    }

    /// Converts the body to a code request from the signed-in user, for verifying or changing the email address. Throws
    /// if the members do not fit the purpose.
    func order(of view: AccountRecord, in session: SessionID) throws(AccountError) -> OneTimeCodeRequest {
        let form = try codeForm()
        switch purpose {
        case CodePurpose.verify.rawValue:
            guard let email = view.emailCredential else {
                throw AccountError(.notFound, "the account has no email address to verify")
            }
            return .verify(email, of: view.account.id, askedIn: session, as: form, in: language)
        case CodePurpose.changeEmail.rawValue:
            guard let email else {
                throw AccountError(.invalidRequest, "the new email address is required", field: "email")
            }
            return .changeEmail(
                to: try EmailAddress(member: email), of: view.account.id, askedIn: session, as: form, in: language)
        default: throw AccountError(.invalidRequest, "'purpose' must be verify or change_email", field: "purpose")
        }
    }
}

extension CodeRedemptionRequest {
    /// Returns the presented code. A code alone comes from a link; a code with an email address or phone number is
    /// digits.
    func presented(for purpose: CodePurpose) throws(AccountError) -> PresentedCode {
        switch (email, phone) {
        case (nil, nil): return .link(code)
        case (let email?, nil): return .digits(code, purpose, .email, try EmailAddress(member: email).description)
        case (nil, let phone?): return .digits(code, purpose, .phone, try PhoneNumber(member: phone).description)
        default: throw AccountError(.invalidRequest, "'email' and 'phone' are not allowed together", field: "email")
        }
    }
}

extension PhoneNumber {
    /// Reads a phone number from a member of a request body. Throws `invalidRequest` if it is not in international
    /// format.
    init(member: String) throws(AccountError) {
        guard let number = PhoneNumber(member) else {
            throw AccountError(
                .invalidRequest, "the phone number must be in international format, such as +33698765400",
                field: "phone")
        }
        self = number
    }
}
