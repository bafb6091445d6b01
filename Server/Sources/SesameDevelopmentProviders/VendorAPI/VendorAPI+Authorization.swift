import NIOHTTP1
import SesameHTTP
import SesameText
import SesameWire

extension VendorAPI {
    /// Returns the routes of the authorization page and its form.
    func authorizationRoutes(_ provider: DevelopmentProvider) -> [Route] {
        let path = provider.authorizationPath
        return [
            route(.GET, path, of: provider, .authorize, policy: RoutePolicy()) { request in
                await answer(request, at: provider) { visit throws(ProviderError) in
                    try await visit.arrive()
                }
            },
            route(.POST, path, of: provider, .authorize, policy: .form) { request in
                await answer(request, at: provider) { visit throws(ProviderError) in
                    try await visit.decide(request.body)
                }
            },
        ]
    }

    private func answer(
        _ request: HTTPRequest, at provider: DevelopmentProvider,
        _ step: (AuthorizationPageContext) async throws(ProviderError) -> HTTPResponse
    ) async -> HTTPResponse {
        let frame = PageFrame(provider: provider.kind, language: Language(request))
        do throws(AuthorizationRequestError) {
            let asked = try provider.authorization(AuthorizationQuery(parameters: request.query))
            let visit = AuthorizationPageContext(provider: provider, frame: frame, request: asked)
            do throws(ProviderError) {
                return try await step(visit)
            } catch {
                throw AuthorizationRequestError("server_error", error.message, status: 500)
            }
        } catch {
            return ErrorPage(frame: frame, refusal: error).response
        }
    }
}

/// A validated authorization request of a browser, with the provider that handles it.
struct AuthorizationPageContext: Sendable {
    let provider: DevelopmentProvider
    let frame: PageFrame
    let request: AuthorizationRequest

    /// Returns the page for choosing an account, or the response for the client if no page is needed or allowed.
    func arrive() async throws(ProviderError) -> HTTPResponse {
        switch provider.autoApproval {
        case .approve(let number, let hidesEmail):
            return send(try await provider.approve(request, as: .testUser(number), hidesEmail: hidesEmail))
        case .deny:
            return send(provider.deny(request))
        case nil:
            // No user is ever signed in here, so a request without a page always fails.
            guard !request.prompts.contains(.none) else {
                return send(provider.refuse(request, "interaction_required"))
            }
            return try chooser().response
        }
    }

    /// Returns the response to a submitted form: the authorization response, or the page again if the form is not
    /// valid.
    func decide(_ body: [UInt8]) async throws(ProviderError) -> HTTPResponse {
        let form = (try? QueryParameters(formBody: body)) ?? QueryParameters()
        let decision: ConsentDecision
        do throws(ConsentDecision.FormError) {
            decision = try ConsentDecision(form)
        } catch {
            var page = try chooser()
            page.email = form["email"] ?? ""
            page.name = form["name"] ?? ""
            page.slip = error
            return page.response
        }
        switch decision {
        case .deny:
            return send(provider.deny(request))
        case .approve(let choice, let hidesEmail):
            return send(try await provider.approve(request, as: choice, hidesEmail: hidesEmail))
        }
    }

    private func send(_ answer: AuthorizationResponse) -> HTTPResponse {
        switch answer.mode {
        case .formPost: FormPostPage(frame: frame, answer: answer).response
        case .query, .fragment: .redirect(to: answer.location)
        }
    }

    private func chooser() throws(ProviderError) -> ChooserPage {
        let team = request.client.team
        var offers: [ChooserPage.Offer] = []
        for number in 1...DevelopmentUsers.offeredCount {
            let person = try provider.people.testUser(number, team: team)
            offers.append(offer(person, "user", String(number)))
        }
        for account in provider.people.accounts {
            let person = try provider.people.person(account, team: team)
            // A Test User entered as another account is the same user.
            guard !offers.contains(where: { $0.person.subject.hasSameBytes(as: person.subject) }) else { continue }
            offers.append(offer(person, "email", account.email))
        }
        var page = ChooserPage(frame: frame, request: request, offers: offers)
        if let hint = request.loginHint {
            // The expected account is listed first. An unknown one is prefilled in the form for another account.
            let expected = page.offers.partitioned { offer in
                offer.person.email.hasSameBytes(as: hint) || offer.person.subject.hasSameBytes(as: hint)
            }
            page.offers = expected
            page.email = hint.utf8.contains(UInt8(ascii: "@")) ? hint : ""
        }
        return page
    }

    private func offer(_ person: DevelopmentUser, _ field: String, _ value: String) -> ChooserPage.Offer {
        ChooserPage.Offer(
            person: person, field: field, value: value, isKnown: provider.isKnown(person, to: request.client))
    }
}

extension [ChooserPage.Offer] {
    /// Returns the matching offers first, then the others, each in their original order.
    fileprivate func partitioned(_ fits: (ChooserPage.Offer) -> Bool) -> Self {
        filter(fits) + filter { !fits($0) }
    }
}
