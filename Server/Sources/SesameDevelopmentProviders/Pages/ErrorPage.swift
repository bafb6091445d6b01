import NIOHTTP1
import SesameHTTP
import SesameText

/// The error page for an authorization request that is invalid or fails. The error is not sent to the client.
struct ErrorPage: Sendable {
    let frame: PageFrame
    let refusal: AuthorizationRequestError

    var response: HTTPResponse {
        let language = frame.language
        let content: Markup = """
            <h1>\(ProviderText.refusedTitle[language])</h1>
            <p class="error" role="alert"><code>\(refusal.status) \(refusal.code)</code></p>
            <p lang="en">\(refusal.reason)</p>
            <p class="soft">\(ProviderText.refusedAdvice[language])</p>
            """
        return frame.response(
            title: ProviderText.refusedTitle[language], content, status: HTTPResponseStatus(statusCode: refusal.status))
    }
}
