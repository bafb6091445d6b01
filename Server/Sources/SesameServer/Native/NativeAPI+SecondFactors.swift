import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension NativeAPI {
    var secondFactorRoutes: [Route] {
        [
            Route(.POST, APIRoute.signInSecondFactor, takes: .credential) { request, _ in await showFactor(request) },
            Route(.POST, APIRoute.confirmBySecondFactor, takes: .credential) { request, _ in
                await confirmByFactor(request)
            },
            Route(.GET, APIRoute.secondFactors, takes: .credential) { request, _ in await listFactors(request) },
            Route(.POST, APIRoute.secondFactors, takes: .credential) { request, _ in await beginFactor(request) },
            Route(.POST, APIRoute.confirmSecondFactor, takes: .credential) { request, _ in await confirmFactor(request)
            },
            Route(.DELETE, APIRoute.secondFactor, takes: .credential, policy: .optionalJSON) { request, path in
                await removeFactor(request, path)
            },
            Route(.POST, APIRoute.recoveryCodes, takes: .credential, policy: .optionalJSON) { request, _ in
                await makeCodes(request)
            },
        ]
    }

    private func showFactor(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let app = try apps.app(of: request, orElse: apps.fallbackApp)
            let body = try request.body(SecondFactorRequest.self)
            guard let ticket = body.ticket else {
                throw Refusal(.invalidRequest, "'ticket' is missing", field: "ticket")
            }
            let pending = try await accounts.secondFactors.pendingSignIn(ticket, to: app)
            let context = request.context(in: app)
            guard let presented = try body.presented() else {
                try await accounts.secondFactors.sendFactorCode(
                    for: pending, factor: body.factorID, to: app, language: body.language, context: context)
                return .noContent
            }
            let result = try await accounts.secondFactors.signIn(pending, showing: presented, to: app, context: context)
            return try signedIn(result)
                .giving(pending.passwordAddress.map { accounts.codes.deviceToken(for: $0, in: app) })
        }
    }

    private func confirmByFactor(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(SecondFactorRequest.self)
            let context = request.context(in: caller.app)
            guard let presented = try body.presented() else {
                try await accounts.secondFactors.sendFactorCode(
                    to: caller, factor: body.factorID, language: body.language, context: context)
                return .noContent
            }
            return try confirmed(
                try await accounts.secondFactors.confirm(caller, showing: presented, context: context))
        }
    }

    private func listFactors(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let view = try await accounts.sessions.account(of: caller)
            return .json(
                SecondFactorsAnswer(
                    factors: view.factors.map { SecondFactorBody($0) },
                    offered: caller.app.secondFactors.kinds.map(\.rawValue).sorted(),
                    recoveryCodesLeft: try await accounts.secondFactors.recoveryCodesLeft(of: caller)))
        }
    }

    private func beginFactor(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(SecondFactorBeginRequest.self)
            let new: NewFactor =
                switch try SecondFactor.Kind(member: body.kind) {
                case .totp: .totp
                case .phone: .phone(try PhoneNumber(member: body.phone ?? ""))
                }
            let begun = try await accounts.secondFactors.beginFactor(
                new, named: body.displayName, of: caller, language: body.language,
                context: request.context(in: caller.app))
            return .json(
                SecondFactorBeginAnswer(
                    expiresIn: begun.expiresAt.secondsSince1970 - accounts.environment.now.secondsSince1970,
                    secret: begun.secret?.text, address: begun.secret?.address))
        }
    }

    private func confirmFactor(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let body = try request.body(SecondFactorConfirmRequest.self)
            let factor = try await accounts.secondFactors.confirmFactor(
                try SecondFactor.Kind(member: body.kind), with: body.code, named: body.displayName, of: caller,
                context: request.context(in: caller.app))
            return .json(SecondFactorBody(factor))
        }
    }

    private func removeFactor(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            let caller = try await caller(request)
            try await accounts.secondFactors.removeFactor(
                path["id"] ?? "", from: caller, context: request.context(in: caller.app))
            return .noContent
        }
    }

    private func makeCodes(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            let caller = try await caller(request)
            let codes = try await accounts.secondFactors.makeRecoveryCodes(
                of: caller, context: request.context(in: caller.app))
            return .json(RecoveryCodesAnswer(codes: codes))
        }
    }
}

extension SecondFactorRequest {
    /// What is shown; nil where a text is asked for.
    fileprivate func presented() throws(Refusal) -> PresentedFactor? {
        switch (code, recoveryCode, sendsText) {
        case (let code?, nil, false): return .code(code, factor: factorID)
        case (nil, let code?, false): return .recoveryCode(code)
        case (nil, nil, true): return nil
        default:
            throw Refusal(
                .invalidRequest, "exactly one of 'code', 'recoveryCode' and 'sendText' is expected", field: "code")
        }
    }
}

extension SecondFactor.Kind {
    /// The kind in a member of a body.
    fileprivate init(member: String) throws(Refusal) {
        guard let kind = Self(rawValue: member) else {
            throw Refusal(.invalidRequest, "'kind' is totp or phone", field: "kind")
        }
        self = kind
    }
}
