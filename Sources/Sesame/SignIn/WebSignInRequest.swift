public import Foundation
public import SesameCore

/// One sign-in on a page in a browser: its start URL, and the check of its response.
public struct WebSignInRequest: Sendable {
    /// The redirect URI; nil if the browser's adapter chooses one, and listens on a loopback address.
    public let redirectURI: String?
    let page: any WebPage

    package init(redirectURI: String?, page: some WebPage) {
        self.redirectURI = redirectURI
        self.page = page
    }

    /// Returns the page's URL for a browser that redirects to `redirectURI`.
    public func url(redirectURI: String) throws(AuthError) -> URL {
        try page.url(redirectURI: redirectURI)
    }

    /// Returns the secret in a response, or its error; nil if the response belongs to another attempt. Any page can
    /// redirect a browser to the app, and such a redirect must not end the wait.
    public func validate(_ answer: WebSignInResult) -> Result<Secret, AuthError>? {
        page.validate(answer)
    }
}

/// The sign-in page of one kind of back end.
package protocol WebPage: Sendable {
    /// Returns the page's URL for a browser that redirects to `redirectURI`.
    func url(redirectURI: String) throws(AuthError) -> URL

    /// Returns the result of a response, a one-time secret; nil if the response is not from this page.
    func validate(_ answer: WebSignInResult) -> Result<Secret, AuthError>?
}

/// Prints only the type's name, because the attempt holds the secrets that authenticate its response.
extension WebSignInRequest: Redacted {}

extension WebAuthentication {
    /// Runs the attempt in this browser, and returns the one-time secret with the parameters of the redirect. Throws
    /// `invalidRequest` if the redirect belongs to another attempt.
    package func secret(of attempt: WebSignInRequest) async throws(AuthError) -> (
        secret: Secret, answer: WebSignInResult
    ) {
        let answer = try await authenticate(attempt)
        guard let result = attempt.validate(answer) else {
            throw AuthError(.invalidRequest, "the browser did not return with the response to this sign-in")
        }
        return (try result.get(), answer)
    }
}
