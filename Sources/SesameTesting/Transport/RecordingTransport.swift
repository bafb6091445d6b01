import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// A transport that answers as a test says, and keeps what was sent. Printing a request shows no secret of it.
public final class RecordingTransport: HTTPTransport {
    private let answer: @Sendable (TransportRequest) async throws(AuthError) -> TransportResponse
    private let recorded = Locked<[TransportRequest]>([])

    /// A transport that asks the function for each answer.
    public init(_ answer: @escaping @Sendable (TransportRequest) async throws(AuthError) -> TransportResponse) {
        self.answer = answer
    }

    /// A transport that passes requests on to another one.
    public convenience init(passingTo transport: some HTTPTransport) {
        self.init { request throws(AuthError) in try await transport.send(request) }
    }

    /// A transport that gives these answers one after another, and the last one for ever; without any it is offline.
    public convenience init(_ answers: Result<TransportResponse, AuthError>...) {
        let rest = Locked(answers)
        self.init { _ throws(AuthError) in
            let next = rest.withLock { rest in rest.count > 1 ? rest.removeFirst() : rest.first }
            guard let next else { throw AuthError(.offline, "the transport has no answer") }
            return try next.get()
        }
    }

    /// A transport that always gives this answer.
    public convenience init(_ status: Int, _ body: String, headers: [String: String] = [:]) {
        self.init(.success(TransportResponse(status: status, headers: headers, body: Array(body.utf8))))
    }

    /// The requests that were sent, in order.
    public var requests: [TransportRequest] { recorded.withLock { $0 } }

    /// Returns the number of requests to that path.
    public func count(of path: String) -> Int { requests.count { $0.url.path == path } }

    /// Keeps the request, and answers it.
    public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        recorded.withLock { $0.append(request) }
        return try await answer(request)
    }
}
