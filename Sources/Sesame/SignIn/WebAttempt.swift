public import Foundation
public import SesameCore

/// One sign-in on a page in a browser: the page that begins it, and what counts as its answer.
public struct WebAttempt: Sendable {
    /// The address to which the browser is sent back; nil leaves it to the browser's adapter, which then listens on
    /// this device.
    public let redirectURI: String?
    let page: any WebPage

    /// An attempt on that page.
    package init(redirectURI: String?, page: some WebPage) {
        self.redirectURI = redirectURI
        self.page = page
    }

    /// The page's address, for a browser that is sent back to `redirectURI`.
    public func url(redirectURI: String) throws(AuthError) -> URL {
        try page.url(redirectURI: redirectURI)
    }

    /// Returns the result of an answer; nil when it is not the answer to this attempt: any page can send a browser to
    /// an app, and none of them is to end the wait.
    public func judge(_ answer: WebAnswer) -> Result<Secret, AuthError>? {
        page.judge(answer)
    }
}

/// A page that somebody signs in on, of one back end's kind.
package protocol WebPage: Sendable {
    /// The page's address, for a browser that is sent back to `redirectURI`.
    func url(redirectURI: String) throws(AuthError) -> URL

    /// Returns the result of an answer, a secret that works once; nil when it is not this page's answer.
    func judge(_ answer: WebAnswer) -> Result<Secret, AuthError>?
}

/// Prints its name alone: the attempt holds what proves that an answer is its own.
extension WebAttempt: Redacted {}

extension WebAuthentication {
    /// The secret that a sign-in in this browser ends with, and what else the browser came back with.
    package func secret(of attempt: WebAttempt) async throws(AuthError) -> (secret: Secret, answer: WebAnswer) {
        let answer = try await authenticate(attempt)
        guard let result = attempt.judge(answer) else {
            throw AuthError(.invalidRequest, "the browser came back with something else than this sign-in's answer")
        }
        return (try result.get(), answer)
    }
}
