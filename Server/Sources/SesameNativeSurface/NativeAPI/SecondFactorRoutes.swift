import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes for second factors and recovery codes.
struct SecondFactorRoutes: Sendable {
    let secondFactors: SecondFactorService
    let codes: CodeService
    let sessions: SessionService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, APIRoute.signInSecondFactor, takes: .credential, showFactor),
            door.route(.POST, APIRoute.confirmBySecondFactor, takes: .credential, confirmByFactor),
            door.route(.GET, APIRoute.secondFactors, takes: .credential, listFactors),
            door.route(.POST, APIRoute.secondFactors, takes: .credential, startFactorEnrollment),
            door.route(.POST, APIRoute.confirmSecondFactor, takes: .credential, finishFactorEnrollment),
            door.route(.DELETE, APIRoute.secondFactor, takes: .credential, policy: .optionalJSON, removeFactor),
            door.route(.POST, APIRoute.recoveryCodes, takes: .credential, policy: .optionalJSON, makeCodes),
        ]
    }

    private func showFactor(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let app = try door.app(of: request)
        let body = try request.body(SecondFactorRequest.self)
        guard let ticket = body.ticket else {
            throw AccountError(.invalidRequest, "'ticket' is missing", field: "ticket")
        }
        let pending = try await secondFactors.pendingSignIn(ticket, to: app)
        let context = request.context(in: app)
        guard let presented = try body.presented() else {
            try await secondFactors.sendSecondFactorCode(
                for: pending, factor: body.factorID, to: app, language: body.language, context: context)
            return .noContent
        }
        let result = try await secondFactors.signIn(pending, showing: presented, to: app, context: context)
        return try door.signedIn(result)
            .giving(pending.passwordAddress.map { codes.deviceToken(for: $0, in: app) })
    }

    private func confirmByFactor(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(SecondFactorRequest.self)
        let context = request.context(in: caller.app)
        guard let presented = try body.presented() else {
            try await secondFactors.sendSecondFactorCode(
                to: caller, factor: body.factorID, language: body.language, context: context)
            return .noContent
        }
        return try door.confirmed(
            try await secondFactors.reauthenticate(caller, showing: presented, context: context))
    }

    private func listFactors(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let view = try await sessions.account(of: caller)
        return .json(
            SecondFactorsResponse(
                factors: view.factors.map { SecondFactorBody($0) },
                offered: caller.app.secondFactors.kinds.map(\.rawValue).sorted(),
                recoveryCodesLeft: try await secondFactors.recoveryCodesLeft(of: caller)))
    }

    private func startFactorEnrollment(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(SecondFactorBeginRequest.self)
        let new: FactorEnrollmentRequest =
            switch try SecondFactor.Kind(member: body.kind) {
            case .totp: .totp
            case .phone: .phone(try PhoneNumber(member: body.phone ?? ""))
            }
        let begun = try await secondFactors.startFactorEnrollment(
            new, named: body.displayName, of: caller, language: body.language,
            context: request.context(in: caller.app))
        return .json(
            SecondFactorBeginResponse(
                expiresIn: begun.expiresIn, secret: begun.secret?.text, address: begun.secret?.address))
    }

    private func finishFactorEnrollment(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let body = try request.body(SecondFactorConfirmRequest.self)
        let factor = try await secondFactors.finishFactorEnrollment(
            try SecondFactor.Kind(member: body.kind), with: body.code, named: body.displayName, of: caller,
            context: request.context(in: caller.app))
        return .json(SecondFactorBody(factor))
    }

    private func removeFactor(_ request: HTTPRequest, _ path: PathParameters) async throws(AccountError) -> HTTPResponse
    {
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        try await secondFactors.removeFactor(
            path["id"] ?? "", from: caller, context: request.context(in: caller.app))
        return .noContent
    }

    private func makeCodes(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        let codes = try await secondFactors.generateRecoveryCodes(
            of: caller, context: request.context(in: caller.app))
        return .json(RecoveryCodesResponse(codes: codes))
    }
}

extension SecondFactorRequest {
    /// Returns the presented code or recovery code; nil if the body requests a text message. Throws `invalidRequest`
    /// unless the body has exactly one of them.
    fileprivate func presented() throws(AccountError) -> SecondFactorInput? {
        switch (code, recoveryCode, sendsText) {
        case (let code?, nil, false): return .code(code, factor: factorID)
        case (nil, let code?, false): return .recoveryCode(code)
        case (nil, nil, true): return nil
        default:
            throw AccountError(
                .invalidRequest, "exactly one of 'code', 'recoveryCode' and 'sendText' is required", field: "code")
        }
    }
}

extension SecondFactor.Kind {
    /// Reads the type of a second factor from a member of a request body. Throws `invalidRequest` if the type is
    /// unknown.
    fileprivate init(member: String) throws(AccountError) {
        guard let kind = Self(rawValue: member) else {
            throw AccountError(.invalidRequest, "'kind' must be totp or phone", field: "kind")
        }
        self = kind
    }
}
