package import NIOCore

/// The limits of requests and connections. A route can set its own limit for bodies.
package struct HTTPLimits: Sendable {
    /// The maximum number of bytes of the request line without its line ending; a longer one is rejected with 414.
    package var maxRequestLineBytes = 8_192
    /// The maximum number of bytes of a request's head, which is the request line and all header fields; a longer one
    /// is rejected with 431.
    package var head = 16_384
    /// The maximum number of header fields; a request with more is rejected with 431.
    package var fields = 100
    /// The maximum number of bytes of a body if no route matches the request.
    package var defaultBody = 65_536
    /// The timeout for the head, from the request's first byte or, for a connection's first request, from the start of
    /// the connection. A partial head is then rejected with 408.
    package var headTimeout: TimeAmount = .seconds(10)
    /// The timeout for the body, from the end of the head. The request is then rejected with 408.
    package var bodyTimeout: TimeAmount = .seconds(20)
    /// The timeout between two requests, and for a client that does not read its response. A large response has
    /// additional time; see ``minReadBytesPerSecond``.
    package var idleTimeout: TimeAmount = .seconds(60)
    /// The rate at which a client must read a large response, on average and beyond ``idleTimeout``.
    package var minReadBytesPerSecond = 4_096
    /// The timeout of a handler. The request is then answered with 503, and the handler's task is canceled.
    package var requestTimeout: TimeAmount = .seconds(30)
    /// The time for which a connection stays open after its last response, so that the client can read the response.
    /// Bytes that the client sends in this time are discarded.
    package var lingerTimeout: TimeAmount = .seconds(1)
    /// The maximum number of concurrent connections; a further one receives 503 and is closed. The system's limit of
    /// open files may allow fewer.
    package var maxConnections = 10_000
    /// The number of bytes that are buffered while a request is handled. At this size the server stops reading from the
    /// connection.
    package var pipelinedBytes = 16_384
    /// The maximum number of bytes that have arrived of all bodies over 16 KB; a request that exceeds it gets 503.
    /// Bodies are buffered before anybody is authenticated.
    package var largeBodyBytes = 64 << 20

    package init() {}
}
