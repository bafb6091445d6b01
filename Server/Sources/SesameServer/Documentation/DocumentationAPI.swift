import NIOHTTP1
import SesameCore
import SesameHTTP

/// `GET /docs`: the OpenAPI document for people.
struct DocumentationAPI: Sendable {
    let pages: WebPages
    private let contents: [PageLanguage: Markup]

    /// Makes the page in all languages.
    ///
    /// - Parameter publicURL: Our address, for the samples.
    init(pages: WebPages, publicURL: String) {
        self.pages = pages
        let document = APIDocument()
        let style = pages.files.path(.documentationStyle)
        var contents: [PageLanguage: Markup] = [:]
        for language in PageLanguage.allCases {
            let page = DocumentationPage(document: document, language: language, publicURL: publicURL)
            var values = page.values
            values["style"] = .text(style)
            contents[language] = pages.files[.documentation].render(values)
        }
        self.contents = contents
    }

    /// The surface with the page.
    func surface() -> Surface {
        Surface(
            name: "documentation", prefixes: ["/docs"],
            routes: [Route(.GET, "/docs", policy: .browser) { request, _ in answer(request) }],
            renderProblem: render)
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let context = pages.context(request, app: nil)
        return pages.page(
            contents[context.language] ?? "", title: DocumentationText.title[context.language], context,
            own: ("/docs", []))
    }

    @Sendable private func render(_ problem: HTTPProblem, _ refused: RefusedRequest) -> HTTPResponse {
        guard let request = refused.request else { return .text(problem.detail, status: problem.status) }
        return pages.notice(.notice(for: problem), app: nil, request: request, status: problem.status)
    }
}
