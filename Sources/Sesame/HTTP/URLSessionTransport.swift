import Foundation
public import SesameCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport over the system's `URLSession`.
///
/// It does not rely on `URLSession` for the limits: on Linux, `URLSession` can exceed its timeout, and deliver data
/// after a cancellation. So the transport has its own timer, and counts bytes as they arrive.
public final class URLSessionTransport: HTTPTransport {
    /// The hosts that may be contacted over plain `http`.
    public enum PlainHTTP: Sendable {
        /// This device only, for development.
        case loopbackOnly
        /// Any host. Use this only to try an app on a phone with a computer in the local network.
        case anywhere
    }

    private let session: URLSession
    private let exchanges: URLSessionExchanges
    private let plainHTTP: PlainHTTP
    private let clock: AuthClock

    /// Creates a transport with its own ephemeral `URLSession`, without cookies and cache.
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

    /// Sends the request and returns the whole response. Throws ``SesameCore/AuthError/Code/invalidRequest`` for plain
    /// `http` to a host that is not allowed.
    public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        try check(request)
        let answer = Promise<Result<TransportResponse, AuthError>>()
        let task = session.dataTask(with: request.urlRequest)
        exchanges.begin(task.taskIdentifier, maxResponseBytes: request.maxResponseBytes, answer: answer)
        let timer = Task { [clock] in
            guard (try? await clock.sleep(for: request.timeout)) != nil else { return }
            answer.fulfill(.failure(AuthError(.offline, "no response within \(request.timeout)")))
        }
        task.resume()
        let result = await withTaskCancellationHandler {
            await answer.value
        } onCancel: {
            answer.fulfill(.failure(AuthError(.cancelled, "the caller was cancelled")))
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
        default: throw AuthError(.invalidRequest, "only https is allowed, and plain http only to this device")
        }
    }

    private static let loopbackHosts: Set<String> = ["127.0.0.1", "localhost", "::1", "[::1]"]
}

extension TransportRequest {
    fileprivate var urlRequest: URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpShouldHandleCookies = false
        // Only a fallback for the race: it must not come first, because its error differs.
        request.timeoutInterval = timeout.timeInterval + 5
        for (name, value) in headers { request.setValue(value.exposed, forHTTPHeaderField: name) }
        #if canImport(FoundationNetworking)
            // On Linux, a request on a persistent connection that the server closes at that moment is not sent on
            // another one: it waits for its timeout, with a core at full load. So no connection is reused.
            request.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        if !body.exposed.isEmpty { request.httpBody = Data(body.exposed.utf8) }
        return request
    }
}
