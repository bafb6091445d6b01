public import Foundation
public import SesameCore

/// A transport of requests to a server.
///
/// It keeps no cookies and no cache, follows no redirect and never answers later than the request's time limit. Any
/// status is an answer; throws ``SesameCore/AuthError/Code/offline`` when there is none, and
/// ``SesameCore/AuthError/Code/cancelled`` when the task was cancelled.
public protocol HTTPTransport: Sendable {
    /// Sends the request and waits for the whole answer.
    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse
}

/// A request. Printing one shows the method and the address; headers and body hold secrets.
public struct TransportRequest: Sendable {
    /// The method, for example `POST`.
    public var method: String
    /// The address. Holds no secret: addresses end up in logs.
    public var url: URL
    /// The header fields.
    public var headers: [String: Secret]
    /// The body; empty for none.
    public var body: Secret
    /// The time within which the whole answer must have arrived.
    public var timeLimit: Duration
    /// The greatest number of bytes that the answer's body may have.
    public var byteLimit: Int

    /// Makes a request.
    public init(
        method: String, url: URL, headers: [String: Secret] = [:], body: Secret = Secret(""),
        timeLimit: Duration = .seconds(20), byteLimit: Int = 262_144
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeLimit = timeLimit
        self.byteLimit = byteLimit
    }
}

/// An answer. Printing one shows the status; the body holds secrets.
public struct TransportResponse: Sendable {
    /// The status.
    public var status: Int
    /// The header fields, by lower-case name.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension TransportRequest: CustomStringConvertible {
    /// Method and address.
    public var description: String { "\(method) \(url.path)" }
}

extension TransportResponse: Redacted {}
