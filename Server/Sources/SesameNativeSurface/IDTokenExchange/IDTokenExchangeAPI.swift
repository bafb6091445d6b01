import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameText
import SesameWire

/// The routes `POST /auth/google` and `/auth/apple`, for installed clients that send `{"idToken"}` to their own back
/// end and read `{accessToken, user}`, or `{message}` on an error.
struct IDTokenExchangeAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let log: SecurityLog

    func surface(cors: CORSPolicy) -> Surface {
        Surface(
            name: "contract",
            routes: [
                Route(.POST, APIRoute.contractGoogle, takes: .credential) { request, _ in
                    await signIn(with: .google, request)
                },
                Route(.POST, APIRoute.contractApple, takes: .credential) { request, _ in
                    await signIn(with: .apple, request)
                },
            ],
            cors: cors, renderProblem: render)
    }

    private func signIn(with provider: Provider, _ request: HTTPRequest) async -> HTTPResponse {
        var language = apps.contractApp?.language ?? ""
        do throws(AccountError) {
            let app = try apps.app(of: request, orElse: apps.contractApp)
            language = app.language
            guard let contract = app.contract else {
                throw AccountError(
                    .notFound, "the app '\(app.id)' has no contract; use /v1/sign-in/\(provider.rawValue)")
            }
            let body = try request.body(ofContract: IDTokenExchangeRequest.self)
            let signIn = try await accounts.signIn.signIn(
                with: ProviderCredential(provider: provider, idToken: body.idToken, nonce: nil), to: app,
                role: body.role, context: request.context(in: app))
            let tokens = try accounts.sessions.tokens(
                for: signIn.session, in: apps, accessTokenLifetime: contract.accessDays.map { Double($0) * 86_400 })
            let answer = IDTokenExchangeResponse(
                signIn.view.account, tokens, claims: app.claims(of: signIn.view),
                fields: app.profile.editable.map(\.name), role: contract.role)
            return .json(JSONValue.object(answer.json).serialized())
        } catch {
            log.refused(error, request)
            return render(error, provider: provider, language: language)
        }
    }

    private func render(_ refusal: AccountError, provider: Provider, language: String) -> HTTPResponse {
        let text = ContractText.message(for: refusal, of: apps.providers.name(of: provider))
        var json: JSONObject = ["message": .string(text[Language(tag: language) ?? .english])]
        if let registration = refusal.registration {
            for member in RegistrationBody(registration).json.members { json[member.name] = member.value }
        }
        if let ticket = refusal.secondFactor {
            for member in SecondFactorTicketBody(ticket).json.members { json[member.name] = member.value }
        }
        if refusal.code.httpStatus == 403 { json["code"] = .string(refusal.code.rawValue) }
        var response = HTTPResponse.json(
            JSONValue.object(json).serialized(),
            status: HTTPResponseStatus(statusCode: refusal.code.httpStatus))
        response.addHints(for: refusal)
        return response
    }

    @Sendable private func render(_ problem: HTTPError, _ refused: FailedRequest) -> HTTPResponse {
        let text =
            switch problem.status {
            case .tooManyRequests: ContractText.tooMany
            case let status where status.code < 500: ContractText.malformed
            default: ContractText.fault
            }
        let language = Language(tag: apps.contractApp?.language ?? "") ?? .english
        let json: JSONObject = ["message": .string(text[language])]
        return .json(JSONValue.object(json).serialized(), status: problem.status)
    }
}
