import SesameHTTP
import SesameText

/// A page with a form that submits an authorization response to the client by itself (OAuth 2.0 Form Post Response
/// Mode). Without JavaScript, the user presses a button.
struct FormPostPage: Sendable {
    let frame: PageFrame
    let answer: AuthorizationResponse

    var response: HTTPResponse {
        let language = frame.language
        let fields = answer.parameters.map { parameter -> Markup in
            "<input type=\"hidden\" name=\"\(parameter.name)\" value=\"\(parameter.value)\">\n"
        }
        let content: Markup = """
            <h1>\(ProviderText.returning[language])</h1>
            <form method="post" action="\(answer.redirectURI)">
            \(fields)<noscript><button class="main">\(ProviderText.proceed[language])</button></noscript>
            </form>
            """
        return frame.response(title: ProviderText.returning[language], content, script: Self.script)
    }

    private static let script: Markup = "document.forms[0].submit()"
}
