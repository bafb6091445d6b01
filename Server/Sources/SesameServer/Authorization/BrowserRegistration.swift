import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension AuthorizationAPI {
    /// Takes the registration form of a person who came from a client: makes the account and sends the browser on to
    /// the client. A form that is refused changes nothing, and is shown again.
    ///
    /// The ticket and the flow's handle are secrets that only the form's page has, and the browser's cookie must be the
    /// one that the sign-in began with: no other site can send this.
    func register(_ request: HTTPRequest) async -> HTTPResponse {
        guard let form = try? QueryParameters(formBody: request.body), !form.hasRepeatedName,
            let app = AppID(form["app"] ?? "").flatMap({ apps[$0] }), let ticket = form["ticket"],
            let next = form["next"]
        else { return pages.notice(.invalidRequest, app: nil, request: request, status: .badRequest) }
        var profile = JSONObject()
        var values: [String: String] = [:]
        for name in app.profile.all {
            guard let value = form["profile.\(name)"], !value.isEmpty else { continue }
            profile[name] = .string(value)
            values[name] = value
        }
        do throws(Refusal) {
            return try await register(
                ticket: Secret(ticket), role: form["role"], profile: profile, next: Secret(next), request)
        } catch {
            guard [.invalidRequest, .profileIncomplete].contains(error.code) else {
                return refuse(error, nil, app, request)
            }
            log.refused(error, request)
            return PlainRegistrationForm(
                app: app, ticket: Secret(ticket), next: next, role: form["role"], values: values,
                problem: PlainTexts(language: app.language).incomplete
            ).response
        }
    }

    /// Makes the account of a person who came from a client, and sends the browser on to the client.
    ///
    /// - Parameter next: What `SignInPages.register` was given. Only the browser of the sign-in's start can continue it.
    func register(
        ticket: Secret, role: String?, profile: JSONObject, next: Secret, _ request: HTTPRequest
    ) async throws(Refusal) -> HTTPResponse {
        let end = try await accounts.signUp(
            ticket: ticket, role: role, profile: profile, continuing: next, browser: cookie.value(in: request),
            apps: apps, context: request.context)
        return answer(end, request)
    }
}
