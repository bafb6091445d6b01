import Foundation
package import SesameCore
import SesameWire

extension SesameAuthService: AuthSecondFactorService {
    /// Sends a text message by `POST /v1/sign-in/second-factor` or `POST /v1/me/confirm/second-factor`.
    package func sendSecondFactorCode(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {
        let response: TransportResponse
        switch step {
        case .signIn(let ticket):
            let request = SecondFactorRequest(ticket: ticket, factorID: factor, sendsText: true, language: language)
            response = try await send(APIRoute.signInSecondFactor, body: request.json)
        case .confirmation(let session):
            let request = SecondFactorRequest(factorID: factor, sendsText: true, language: language)
            response = try await send(
                APIRoute.confirmBySecondFactor, body: request.json, bearer: session.accessToken)
        }
        try ServerResponseDecoder(response).checkEmptySuccess()
    }

    /// Returns the second factors by `GET /v1/me/second-factors`.
    package func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        let answer: SecondFactorsResponse = try ServerResponseDecoder(
            try await send("GET", APIRoute.secondFactors, bearer: session.accessToken)
        ).body()
        return SecondFactorStatus(answer)
    }

    /// Begins to add a second factor by `POST /v1/me/second-factors`.
    package func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        let request =
            switch factor {
            case .authenticator(let name): SecondFactorBeginRequest(kind: factor.kind.rawValue, displayName: name)
            case .phone(let number, let name):
                SecondFactorBeginRequest(
                    kind: factor.kind.rawValue, phone: number, displayName: name, language: language)
            }
        let answer: SecondFactorBeginResponse = try await post(
            APIRoute.secondFactors, body: request.json, bearer: session.accessToken)
        return SecondFactorSetup(answer)
    }

    /// Adds the pending second factor by `POST /v1/me/second-factors/confirm`.
    package func finishSecondFactorEnrollment(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session) {
        let request = SecondFactorConfirmRequest(
            kind: factor.kind.rawValue, code: code, displayName: factor.name)
        let answer: SecondFactorBody = try await withCode { () async throws(AuthError) in
            try await post(APIRoute.confirmSecondFactor, body: request.json, bearer: session.accessToken)
        }
        return (SecondFactorInfo(answer), session)
    }

    /// Removes a second factor by `DELETE /v1/me/second-factors/{id}`.
    package func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session {
        guard let path = APIRoute.secondFactor.path(ofID: id) else {
            throw AuthError(.notFound, "the account has no such second factor")
        }
        try await delete(path, bearer: session.accessToken)
        return session
    }

    /// Creates recovery codes by `POST /v1/me/recovery-codes`.
    package func generateRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        let answer: RecoveryCodesResponse = try await post(
            APIRoute.recoveryCodes, body: [:], bearer: session.accessToken)
        return answer.codes
    }

    /// Completes a sign-in that waits for its second factor. Throws `invalidRequest` if `proof` has no ticket.
    func answer(to proof: SecondFactorProof) async throws(AuthError) -> SignInResponse {
        guard let ticket = proof.ticket else { throw .noTicket }
        return try await withCode { () async throws(AuthError) in
            try await sendPassword(
                "POST", APIRoute.signInSecondFactor, body: SecondFactorRequest(proof, ticket: ticket).json)
        }
    }

    /// Confirms the session's user with a second factor by `POST /v1/me/confirm/second-factor`.
    func reauthenticate(_ session: Session, by proof: SecondFactorProof) async throws(AuthError) -> Session {
        let answer: TokenResponse = try await withCode { () async throws(AuthError) in
            try await post(
                APIRoute.confirmBySecondFactor, body: SecondFactorRequest(proof, ticket: nil).json,
                bearer: session.accessToken)
        }
        return session.with(answer, at: clock.now)
    }

    /// Runs a request with a code. If the server reports invalid credentials, the thrown error lists the code's field,
    /// because the request has no password.
    private func withCode<Answer>(_ ask: () async throws(AuthError) -> Answer) async throws(AuthError) -> Answer {
        do throws(AuthError) {
            return try await ask()
        } catch {
            guard error.code == .invalidCredentials else { throw error }
            var error = error
            error.fields = [SecondFactorChallenge.codeField]
            throw error
        }
    }
}

extension SecondFactorRequest {
    fileprivate init(_ proof: SecondFactorProof, ticket: Secret?) {
        switch proof.method {
        case .code(let code, let factor): self.init(ticket: ticket, code: code, factorID: factor)
        case .recoveryCode(let code): self.init(ticket: ticket, recoveryCode: code)
        }
    }
}

extension AuthError {
    package static let noTicket = AuthError(
        .invalidRequest, "a sign-in by second factor requires the ticket of the pending sign-in")
}
