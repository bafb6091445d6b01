import NIOHTTP1
import SesameHTTP
import SesameSurface
import SesameText
import SesameWire

/// `GET /docs`: the OpenAPI document as a page.
struct DocumentationAPI: Sendable {
    let pages: WebPages
    /// The server's URL, for the samples.
    let publicURL: String
    let providersURL: String?
    /// The page in each form requested so far. A page is rendered on demand, because rendering takes longer than the
    /// rest of a start and most servers never need the page.
    private let responses = Locked<[WebPages.Context: SharedResponse]>([:])

    init(pages: WebPages, publicURL: String, providersURL: String? = nil) {
        self.pages = pages
        self.publicURL = publicURL
        self.providersURL = providersURL
    }

    /// Returns the surface with the route `GET /docs`.
    func surface() -> Surface {
        Surface(
            name: "documentation", prefixes: ["/docs"],
            routes: [Route(.GET, "/docs", takes: .none, policy: .browser) { request, _ in answer(request) }],
            renderProblem: pages.render)
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let context = pages.context(request, app: nil)
        let response = responses.withLock { responses in
            let response = responses[context] ?? SharedResponse(page(context))
            responses[context] = response
            return response
        }
        return response.response(to: request)
    }

    private func page(_ context: WebPages.Context) -> HTTPResponse {
        let page = DocumentationPage(
            document: APIDocument(), language: context.language, publicURL: publicURL, providersURL: providersURL)
        var values = page.values
        values["style"] = .text(pages.files.path(.documentationStyle))
        return pages.page(
            pages.files[.documentation].render(values), title: DocumentationText.title[context.language], context,
            own: ("/docs", []))
    }
}
