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
    /// The rendered page in each language requested so far. A page is rendered on demand, because rendering takes
    /// longer than the rest of a start and most servers never need the page.
    private let contents = Locked<[Language: Markup]>([:])

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
        return pages.page(
            content(in: context.language), title: DocumentationText.title[context.language], context,
            own: ("/docs", []))
    }

    private func content(in language: Language) -> Markup {
        contents.withLock { contents in
            if let made = contents[language] { return made }
            let page = DocumentationPage(
                document: APIDocument(), language: language, publicURL: publicURL, providersURL: providersURL)
            var values = page.values
            values["style"] = .text(pages.files.path(.documentationStyle))
            let made = pages.files[.documentation].render(values)
            contents[language] = made
            return made
        }
    }
}
