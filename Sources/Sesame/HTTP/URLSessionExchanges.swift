import Foundation
import SesameCore
import SesameWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate that collects the responses of pending tasks, and stops a response that exceeds its size limit.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let maxResponseBytes: Int
        let answer: Promise<Result<TransportResponse, AuthError>>
        var response: TransportResponse?
    }

    private let exchanges = Locked<[Int: Exchange]>([:])

    func begin(_ id: Int, maxResponseBytes: Int, answer: Promise<Result<TransportResponse, AuthError>>) {
        exchanges.withLock { $0[id] = Exchange(maxResponseBytes: maxResponseBytes, answer: answer) }
    }

    func end(_ id: Int) {
        _ = exchanges.withLock { $0.removeValue(forKey: id) }
    }

    /// Replies to a callback of the session under the lock, so that the exchange cannot end meanwhile. Returns the
    /// exchange; nil, without a reply, if it has already ended.
    ///
    /// The session on Linux stops the program if the reply to a callback comes after the task was canceled. A task is
    /// canceled only after its exchange has ended, and no reply is given from then on, so no reply can come too late.
    private func reply(to task: URLSessionTask, _ answer: (inout Exchange) -> Void) -> Exchange? {
        exchanges.withLock { exchanges in
            guard var exchange = exchanges[task.taskIdentifier] else { return nil }
            answer(&exchange)
            exchanges[task.taskIdentifier] = exchange
            return exchange
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the response, because a token belongs to one server only.
        let redirect = TransportResponse(status: response.statusCode)
        reply(to: task) { _ in completionHandler(nil) }?.answer.fulfill(.success(redirect))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else {
            _ = reply(to: dataTask) { _ in completionHandler(.cancel) }
            return
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            headers[name.lowercased()] = value
        }
        let answer = TransportResponse(status: response.statusCode, headers: headers)
        _ = reply(to: dataTask) { exchange in
            exchange.response = answer
            completionHandler(.allow)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let excess = exchanges.withLock { exchanges -> Exchange? in
            guard let exchange = exchanges[dataTask.taskIdentifier], let response = exchange.response else {
                return nil
            }
            guard response.body.count + data.count <= exchange.maxResponseBytes else { return exchange }
            exchanges[dataTask.taskIdentifier]?.response?.body.append(contentsOf: data)
            return nil
        }
        guard let excess else { return }
        let error = AuthError(.providerUnavailable, "the response has more than \(excess.maxResponseBytes) bytes")
        excess.answer.fulfill(.failure(error))
        end(dataTask.taskIdentifier)
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if error == nil, let response = exchange.response {
            exchange.answer.fulfill(.success(response))
        } else {
            exchange.answer.fulfill(.failure(AuthError(.offline, "the server cannot be reached", cause: error)))
        }
    }
}
