public import Foundation
public import SesameCore

/// A client that sends HTTP requests, such as ``URLSessionTransport``.
///
/// A transport stores no cookies, has no cache, follows no redirect and never responds later than the request's
/// timeout. It returns a response with any status. It throws ``SesameCore/AuthError/Code/offline`` if there is no
/// response, and ``SesameCore/AuthError/Code/cancelled`` if the task was canceled.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the whole response.
    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse
}

/// An HTTP request. Its description contains only the method and the path, because headers and body hold secrets.
public struct TransportRequest: Sendable {
    /// The method, for example `POST`.
    public var method: String
    /// The URL. It must contain no secret, because URLs end up in logs.
    public var url: URL
    /// The header fields by name. All values are treated as secret.
    public var headers: [String: Secret]
    /// The body; empty for none.
    public var body: Secret
    /// The time within which the whole response must arrive.
    public var timeout: Duration
    /// The maximum size of the response's body, in bytes.
    public var maxResponseBytes: Int

    /// Creates a request, by default with a timeout of 20 seconds and a limit of 256 KiB for the response's body.
    public init(
        method: String, url: URL, headers: [String: Secret] = [:], body: Secret = Secret(""),
        timeout: Duration = .seconds(20), maxResponseBytes: Int = 262_144
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maxResponseBytes = maxResponseBytes
    }
}

/// An HTTP response. Its description contains only the type's name, because the body holds secrets.
public struct TransportResponse: Sendable {
    /// The HTTP status code.
    public var status: Int
    /// The header fields, by lowercase name.
    public var headers: [String: String]
    /// The whole body; empty for none.
    public var body: [UInt8]

    /// Creates a response, by default without header fields and body.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension TransportRequest: CustomStringConvertible {
    /// The method and the path, without the query.
    public var description: String { "\(method) \(url.path)" }
}

extension TransportResponse: Redacted {}
