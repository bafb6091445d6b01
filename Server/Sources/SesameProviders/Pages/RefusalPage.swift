import NIOHTTP1
import SesameHTTP

/// Says why a request gets no answer at the client's address.
struct RefusalPage: Sendable {
    let frame: PageFrame
    let refusal: AuthorizationRefusal

    var response: HTTPResponse {
        let text = frame.text
        let content: Markup = """
            <h1>\(text.refusedTitle)</h1>
            <p class="error" role="alert"><code>\(refusal.status) \(refusal.code)</code></p>
            <p lang="en">\(refusal.reason)</p>
            <p class="soft">\(text.refusedAdvice)</p>
            """
        return frame.response(
            title: text.refusedTitle, content, status: HTTPResponseStatus(statusCode: refusal.status))
    }
}
