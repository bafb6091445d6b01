import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// A transport that responds as scripted by a test, and records the requests. A printed request shows no secret.
public final class RecordingTransport: HTTPTransport {
    private let answer: @Sendable (TransportRequest) async throws(AuthError) -> TransportResponse
    private let recorded = Locked<[TransportRequest]>([])

    /// Creates a transport that gets its responses from a function.
    public init(_ answer: @escaping @Sendable (TransportRequest) async throws(AuthError) -> TransportResponse) {
        self.answer = answer
    }

    /// Creates a transport that sends its requests through another transport.
    public convenience init(passingTo transport: some HTTPTransport) {
        self.init { request throws(AuthError) in try await transport.send(request) }
    }

    /// Creates a transport that returns the given responses in order, and then repeats the last one. Without responses
    /// every request fails with ``SesameCore/AuthError/Code/offline``.
    public convenience init(_ answers: Result<TransportResponse, AuthError>...) {
        let rest = Locked(answers)
        self.init { _ throws(AuthError) in
            let next = rest.withLock { rest in rest.count > 1 ? rest.removeFirst() : rest.first }
            guard let next else { throw AuthError(.offline, "the transport has no response") }
            return try next.get()
        }
    }

    /// Creates a transport that returns the same response to every request.
    public convenience init(_ status: Int, _ body: String, headers: [String: String] = [:]) {
        self.init(.success(TransportResponse(status: status, headers: headers, body: Array(body.utf8))))
    }

    /// The requests sent, in order.
    public var requests: [TransportRequest] { recorded.withLock { $0 } }

    /// Returns the number of requests to the given path.
    public func count(of path: String) -> Int { requests.count { $0.url.path == path } }

    /// Records the request, and returns its response.
    public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        recorded.withLock { $0.append(request) }
        return try await answer(request)
    }
}
