public import Foundation
public import SesameCore

/// A browser that comes back to a program without a window of its own, by a request to this device (RFC 8252
/// section 7.3).
public struct LoopbackBrowser: WebAuthentication {
    static let path = "/callback"

    private let timeLimit: Duration
    private let clock: AuthClock
    private let open: @Sendable (URL) async -> Void

    /// A browser.
    /// - Parameter open: Shows the address to the person, in a browser or as text. Return when that is done, not when
    ///   the person has signed in.
    public init(
        timeLimit: Duration = .seconds(300), clock: AuthClock = .system, open: @escaping @Sendable (URL) async -> Void
    ) {
        self.timeLimit = timeLimit
        self.clock = clock
        self.open = open
    }

    /// Listens, opens the browser and waits for it to come back.
    public func authenticate(_ attempt: WebAttempt) async throws(AuthError) -> WebAnswer {
        guard attempt.redirectURI == nil else {
            throw AuthError(.invalidRequest, "this browser comes back to this device alone, at a port of the moment")
        }
        let listener = try LoopbackListener()
        defer { listener.stop() }
        let redirectURI = "http://127.0.0.1:\(listener.port)\(Self.path)"
        let outcome = Promise<Result<WebAnswer, AuthError>>()
        listener.start { request in
            let answer = request?.answer(at: redirectURI)
            let result = answer.flatMap { attempt.judge($0) }
            var verdict = LoopbackListener.Verdict(
                answer: LoopbackPage(result).answer(in: request?.language ?? "en"), end: nil)
            if let answer, result != nil { verdict.end = { outcome.fulfil(.success(answer)) } }
            return verdict
        }
        let url = try attempt.url(redirectURI: redirectURI)
        let timer = Task { [clock, timeLimit] in
            guard (try? await clock.sleep(for: timeLimit)) != nil else { return }
            outcome.fulfil(.failure(AuthError(.cancelled, "nobody signed in within \(timeLimit)")))
        }
        defer { timer.cancel() }
        await open(url)
        return try await withTaskCancellationHandler {
            await outcome.value
        } onCancel: {
            outcome.fulfil(.failure(AuthError(.cancelled, "the sign-in was cancelled")))
        }.get()
    }
}

extension LoopbackRequest {
    /// Returns the parameters with which the browser was sent back; nil if it was sent somewhere else.
    fileprivate func answer(at redirectURI: String) -> WebAnswer? {
        guard method == "GET", path == LoopbackBrowser.path else { return nil }
        return WebAnswer(redirectURI: redirectURI, fields: query)
    }
}

extension LoopbackPage {
    /// Chooses the page for what the browser was sent back with; nil is none of this sign-in's.
    init(_ result: Result<Secret, AuthError>?) {
        self =
            switch result {
            case .success: .done
            // An answer that somebody else made is not shown as the person's own decision.
            case .failure(let error): error.code == .invalidRequest ? .refused : .cancelled
            case nil: .refused
            }
    }
}
