import Foundation
import SesameCore
import SesameWire

extension SesameAuthService {
    /// Signs in by `POST /auth/google`, the contract of clients that send a token without a nonce.
    func exchangeByContract(_ request: IDTokenExchangeRequest) async throws(AuthError) -> SignIn {
        let response = try await send(APIRoute.contractGoogle, body: request.json)
        let answer = try IDTokenExchangeResult(response)
        guard let session = answer.session(at: clock.now) else {
            throw AuthError(.providerUnavailable, "the response with status \(response.status) violates the contract")
        }
        return SignIn(session: session, isNewUser: false)
    }
}

/// The response of the ID token exchange: `{accessToken, user, …}`, or `{message, …}` for an error.
struct IDTokenExchangeResult {
    private let json: JSONObject

    /// Reads the response. Throws the server's refusal, or `providerUnavailable` if the response violates the contract.
    init(_ response: TransportResponse) throws(AuthError) {
        let answer = ServerResponseDecoder(response)
        guard let json = answer.object, response.status == 200 || json["message"]?.string != nil else {
            try answer.checkSuccess()
            throw AuthError(.providerUnavailable, "the response with status \(response.status) violates the contract")
        }
        guard response.status == 200 else { throw Self.refusal(response, json) }
        self.json = json
    }

    /// Returns the session; nil if a required member is missing.
    func session(at now: Date) -> Session? {
        guard let access = json["accessToken"]?.string, let refresh = json["refreshToken"]?.string,
            let expiresIn = json["expiresIn"]?.integer, let user = json["user"]?.object, let id = user["id"]?.string,
            let sessionID = UnverifiedClaims(Secret(access))?["sid"]
        else { return nil }
        let name = [user["prenom"]?.string, user["nom"]?.string].compactMap(\.self).filter { !$0.isEmpty }
        return Session(
            id: sessionID,
            user: UserAuthInfo(
                uid: id, email: user["email"]?.string, displayName: name.isEmpty ? nil : name.joined(separator: " "),
                providers: ["google"], role: Self.role(user["role"])),
            accessToken: Secret(access), refreshToken: Secret(refresh), receivedAt: now,
            expiresAt: now.addingTimeInterval(TimeInterval(expiresIn)))
    }

    /// Returns the role from either form, `"ACTEUR"` or `{"name": "ACTEUR"}`: an app chooses the form for its installed
    /// clients.
    static func role(_ json: JSONValue?) -> String? {
        json?.string ?? json?.object?["name"]?.string
    }

    private static func refusal(_ response: TransportResponse, _ json: JSONObject) -> AuthError {
        let code: AuthError.Code =
            switch (response.status, json["code"]?.string) {
            case (403, let code?): AuthError.Code(rawValue: code)
            case (400, _): .invalidRequest
            case (401, _): .invalidToken
            case (404, _): json["ticket"] == nil ? .notFound : .accountNotFound
            case (429, _): .rateLimited
            case (500, _): .internal
            case (500..., _): .storageUnavailable
            default: .invalidRequest
            }
        var error = AuthError(code, json["message"]?.string ?? "the request failed with status \(response.status)")
        if code == .secondFactorRequired {
            error.secondFactor = (try? SecondFactorTicketBody(json: json)).map { SecondFactorChallenge($0) }
        }
        if code == .accountNotFound {
            error.registration = (try? RegistrationBody(json: json)).map { RegistrationOffer($0) }
        }
        error.retryAfter = response.retryAfter
        return error
    }
}
