import Foundation
public import SesameCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests over the system's `URLSession`.
///
/// `URLSession` is not relied on for the limits: on Linux it has been seen to run past its time and to deliver past a
/// cancellation. So the time limit is a race of our own, and bytes are counted as they arrive.
public final class URLSessionTransport: HTTPTransport {
    /// The hosts with which plain `http` may be spoken.
    public enum PlainHTTP: Sendable {
        /// With this device only, as a developer does.
        case loopbackOnly
        /// With any host: for trying an app on a phone against a computer in the same room, and for nothing else.
        case anywhere
    }

    private let session: URLSession
    private let exchanges: URLSessionExchanges
    private let plainHTTP: PlainHTTP
    private let clock: AuthClock

    /// A transport with a session of its own.
    public init(plainHTTP: PlainHTTP = .loopbackOnly, clock: AuthClock = .system) {
        self.plainHTTP = plainHTTP
        self.clock = clock
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        exchanges = URLSessionExchanges()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends the request and waits for the whole answer.
    public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        try check(request)
        let answer = Promise<Result<TransportResponse, AuthError>>()
        let task = session.dataTask(with: request.urlRequest)
        exchanges.begin(task.taskIdentifier, byteLimit: request.byteLimit, answer: answer)
        let timer = Task { [clock] in
            guard (try? await clock.sleep(for: request.timeLimit)) != nil else { return }
            answer.fulfil(.failure(AuthError(.offline, "no answer within \(request.timeLimit)")))
        }
        task.resume()
        let result = await withTaskCancellationHandler {
            await answer.value
        } onCancel: {
            answer.fulfil(.failure(AuthError(.cancelled, "the caller was cancelled")))
        }
        timer.cancel()
        exchanges.end(task.taskIdentifier)
        task.cancel()
        return try result.get()
    }

    private func check(_ request: TransportRequest) throws(AuthError) {
        switch request.url.scheme?.lowercased() {
        case "https": return
        case "http" where plainHTTP == .anywhere || Self.loopbackHosts.contains(request.url.host?.lowercased() ?? ""):
            return
        default: throw AuthError(.invalidRequest, "only https is spoken, and plain http with this device alone")
        }
    }

    private static let loopbackHosts: Set<String> = ["127.0.0.1", "localhost", "::1", "[::1]"]
}

extension TransportRequest {
    fileprivate var urlRequest: URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpShouldHandleCookies = false
        // Only a net beneath the race: it must not come first, or the error would be another one.
        request.timeoutInterval = timeLimit.timeInterval + 5
        for (name, value) in headers { request.setValue(value.exposed, forHTTPHeaderField: name) }
        #if canImport(FoundationNetworking)
            // On Linux a request on a kept connection that the server ends at that moment is sent on another one only
            // in theory: it waits for its time limit, and a core is busy with that. So no connection is kept.
            request.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        if !body.exposed.isEmpty { request.httpBody = Data(body.exposed.utf8) }
        return request
    }
}
