public import Foundation
public import SesameCore

/// A browser whose redirect is a request to a loopback address, for programs without a window (RFC 8252 section 7.3).
public struct LoopbackBrowser: WebAuthentication {
    static let path = "/callback"

    private let timeout: Duration
    private let clock: AuthClock
    private let open: @Sendable (URL) async -> Void

    /// Creates a browser for a loopback redirect.
    ///
    /// - Parameters:
    ///   - timeout: The time within which the user must sign in.
    ///   - open: Shows the URL to the user, in a browser or as text. It must return when the URL is shown, not when the
    ///     user has signed in.
    public init(
        timeout: Duration = .seconds(300), clock: AuthClock = .system, open: @escaping @Sendable (URL) async -> Void
    ) {
        self.timeout = timeout
        self.clock = clock
        self.open = open
    }

    /// Opens the browser, and returns the parameters of the redirect to a temporary loopback port. Throws
    /// ``SesameCore/AuthError/Code/cancelled`` after the timeout, and ``SesameCore/AuthError/Code/invalidRequest`` if
    /// the attempt has its own redirect URI.
    public func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
        guard attempt.redirectURI == nil else {
            throw AuthError(.invalidRequest, "this browser uses a temporary loopback address; omit the redirect URI")
        }
        let listener = try LoopbackListener()
        defer { listener.stop() }
        let redirectURI = "http://127.0.0.1:\(listener.port)\(Self.path)"
        let outcome = Promise<Result<WebSignInResult, AuthError>>()
        listener.start { request in
            let answer = request?.answer(at: redirectURI)
            let result = answer.flatMap { attempt.validate($0) }
            var verdict = LoopbackListener.Verdict(
                answer: LoopbackPage(result).answer(in: request?.language ?? "en"), end: nil)
            if let answer, result != nil { verdict.end = { outcome.fulfill(.success(answer)) } }
            return verdict
        }
        let url = try attempt.url(redirectURI: redirectURI)
        let timer = Task { [clock, timeout] in
            guard (try? await clock.sleep(for: timeout)) != nil else { return }
            outcome.fulfill(.failure(AuthError(.cancelled, "no user signed in within \(timeout)")))
        }
        defer { timer.cancel() }
        await open(url)
        return try await withTaskCancellationHandler {
            await outcome.value
        } onCancel: {
            outcome.fulfill(.failure(AuthError(.cancelled, "the sign-in was cancelled")))
        }.get()
    }
}

extension LoopbackRequest {
    /// Returns the parameters of the redirect; nil if the request is not a `GET` of the callback path.
    fileprivate func answer(at redirectURI: String) -> WebSignInResult? {
        guard method == "GET", path == LoopbackBrowser.path else { return nil }
        return WebSignInResult(redirectURI: redirectURI, fields: query)
    }
}

extension LoopbackPage {
    /// Selects the page for a sign-in's result. A nil result, of a malformed request or one that does not belong to
    /// this sign-in, selects the refusal.
    init(_ result: Result<Secret, AuthError>?) {
        self =
            switch result {
            case .success: .done
            // A response that another party made is not shown as the user's own decision.
            case .failure(let error): error.code == .invalidRequest ? .refused : .cancelled
            case nil: .refused
            }
    }
}
