import Crypto
import Foundation
import NIOHTTP1
import SesameHTTP
import SesameText

/// The common layout of all pages: head, style, notice, and the headers that restrict the page in the browser.
struct PageFrame: Sendable {
    let provider: ProviderKind
    let language: Language

    /// Returns the response with the page, which has the content inside the common layout.
    func response(
        title: String, _ content: Markup, script: Markup? = nil, status: HTTPResponseStatus = .ok
    ) -> HTTPResponse {
        let name = (provider == .apple ? ProviderText.apple : ProviderText.google)[language]
        let scriptElement = script.map { [Markup("<script>\($0)</script>")] } ?? []
        let page: Markup = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) – \(name)</title>
            <style>\(Self.style)</style>
            </head>
            <body class="\(provider.rawValue)">
            <main>
            <p class="notice"><strong>\(name)</strong> — \(ProviderText.notice[language])</p>
            \(content)
            </main>
            \(scriptElement)
            </body>
            </html>

            """
        var response = HTTPResponse.html(page.bytes, status: status)
        response.headers.add(contentsOf: Self.headers(script: script))
        return response
    }

    /// Returns the security headers. They allow only the page's own style and script, by their hashes, and load nothing
    /// else. `form-action` is omitted on purpose: browsers apply it to every redirect after a form, and the final
    /// redirect of a sign-in is unknown here; it may be another site, a loopback port or an app's scheme.
    private static func headers(script: Markup?) -> HTTPHeaders {
        let scriptSource = script.map { "script-src '\(hash($0))'; " } ?? ""
        return [
            "Content-Security-Policy":
                "default-src 'none'; style-src '\(hash(style))'; \(scriptSource)base-uri 'none'; "
                + "frame-ancestors 'none'",
            // Keeps the request out of the callback's `Referer`, but keeps the `Origin` of the form.
            "Referrer-Policy": "strict-origin",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        ]
    }

    private static func hash(_ part: Markup) -> String {
        "sha256-" + Data(SHA256.hash(data: part.bytes)).base64EncodedString()
    }

    private static let style: Markup = """
        :root{color-scheme:light dark;--ink:#1c1c1e;--soft:#54545b;--line:#c9c9cf;--paper:#fff;--back:#f2f2f5;\
        --accent:#0b57d0;--on:#fff;--error:#b3261e}
        @media (prefers-color-scheme:dark){:root{--ink:#f2f2f5;--soft:#b9b9c0;--line:#55555c;--paper:#1c1c1e;\
        --back:#000;--accent:#a8c7fa;--on:#062e6f;--error:#f2b8b5}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
        body.apple{--accent:var(--ink);--on:var(--paper)}
        main{max-width:28rem;margin:2rem auto;padding:1.5rem;background:var(--paper);border:1px solid var(--line);\
        border-radius:1rem}
        @media (max-width:30rem){main{margin:0;border:0;border-radius:0;min-height:100vh}}
        h1{font-size:1.5rem;line-height:1.25;margin:1rem 0 .25rem}
        h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
        p{margin:.25rem 0 1rem}
        .notice{margin:0;padding:.5rem .75rem;border:1px dashed var(--line);border-radius:.5rem;font-size:.9rem}
        .soft,small{color:var(--soft)}
        ul{list-style:none;margin:0 0 1rem;padding:0}
        li{margin:.5rem 0}
        button{width:100%;padding:.7rem 1rem;font:inherit;text-align:start;color:inherit;background:none;\
        border:1px solid var(--line);border-radius:.6rem;cursor:pointer}
        button:hover{border-color:var(--accent)}
        button small{display:block;overflow-wrap:anywhere}
        button.main{background:var(--accent);color:var(--on);border-color:var(--accent);text-align:center}
        button.plain{text-align:center;margin-top:.5rem}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
        label{display:block;margin:.5rem 0}
        fieldset{border:1px solid var(--line);border-radius:.6rem;margin:0 0 1rem;padding:.25rem .9rem}
        input:not([type=radio]):not([type=checkbox]){display:block;width:100%;padding:.6rem;font:inherit;color:inherit;\
        background:var(--paper);border:1px solid var(--soft);border-radius:.5rem}
        .error{color:var(--error);font-weight:600}
        code{overflow-wrap:anywhere}
        """
}
