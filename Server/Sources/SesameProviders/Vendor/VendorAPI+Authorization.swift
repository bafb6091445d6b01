import NIOHTTP1
import SesameHTTP
import SesameText
import SesameWire

extension VendorAPI {
    /// The page, and what is pressed on it.
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
        _ step: (AuthorizationVisit) async throws(ProviderError) -> HTTPResponse
    ) async -> HTTPResponse {
        let frame = PageFrame(provider: provider.kind, language: Language(request))
        do throws(AuthorizationRefusal) {
            let asked = try provider.authorization(AuthorizationQuery(parameters: request.query))
            let visit = AuthorizationVisit(provider: provider, frame: frame, request: asked)
            do throws(ProviderError) {
                return try await step(visit)
            } catch {
                throw AuthorizationRefusal("server_error", error.message, status: 500)
            }
        } catch {
            return RefusalPage(frame: frame, refusal: error).response
        }
    }
}

/// A browser before the page, with a request that stood up to the checks.
struct AuthorizationVisit: Sendable {
    let provider: DevelopmentProvider
    let frame: PageFrame
    let request: AuthorizationRequest

    /// The page, or the answer that needs none.
    func arrive() async throws(ProviderError) -> HTTPResponse {
        switch provider.autoApproval {
        case .approve(let number, let hidesEmail):
            return send(try await provider.approve(request, as: .testUser(number), hidesEmail: hidesEmail))
        case .deny:
            return send(provider.deny(request))
        case nil:
            // Nobody is ever signed in here, so that without a page there is no answer but this.
            guard !request.prompts.contains(.none) else {
                return send(provider.refuse(request, "interaction_required"))
            }
            return try chooser().response
        }
    }

    /// Handles the button that was pressed.
    func decide(_ body: [UInt8]) async throws(ProviderError) -> HTTPResponse {
        let form = (try? QueryParameters(formBody: body)) ?? QueryParameters()
        let decision: PageDecision
        do throws(PageDecision.Slip) {
            decision = try PageDecision(form)
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

    private func send(_ answer: AuthorizationAnswer) -> HTTPResponse {
        switch answer.mode {
        case .formPost: FormPostPage(frame: frame, answer: answer).response
        case .query, .fragment: .redirect(to: answer.location)
        }
    }

    private func chooser() throws(ProviderError) -> ChooserPage {
        let team = request.client.team
        var offers: [ChooserPage.Offer] = []
        for number in 1...DevelopmentPeople.offeredCount {
            let person = try provider.people.testUser(number, team: team)
            offers.append(offer(person, "user", String(number)))
        }
        for account in provider.people.accounts {
            let person = try provider.people.person(account, team: team)
            // A Test User who was typed in as another account is the same person.
            guard !offers.contains(where: { $0.person.subject.hasSameBytes(as: person.subject) }) else { continue }
            offers.append(offer(person, "email", account.email))
        }
        var page = ChooserPage(frame: frame, request: request, offers: offers)
        if let hint = request.loginHint {
            // Who is expected stands first; whoever is not known yet need only be added.
            let expected = page.offers.partitioned { offer in
                offer.person.email.hasSameBytes(as: hint) || offer.person.subject.hasSameBytes(as: hint)
            }
            page.offers = expected
            page.email = hint.utf8.contains(UInt8(ascii: "@")) ? hint : ""
        }
        return page
    }

    private func offer(_ person: DevelopmentPerson, _ field: String, _ value: String) -> ChooserPage.Offer {
        ChooserPage.Offer(
            person: person, field: field, value: value, isKnown: provider.isKnown(person, to: request.client))
    }
}

extension [ChooserPage.Offer] {
    /// Returns those that fit first; otherwise in the same order.
    fileprivate func partitioned(_ fits: (ChooserPage.Offer) -> Bool) -> Self {
        filter(fits) + filter { !fits($0) }
    }
}
