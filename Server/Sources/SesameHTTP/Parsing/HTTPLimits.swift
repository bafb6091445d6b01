package import NIOCore

/// The limits of requests and connections. The defaults are those of the security checklist.
package struct HTTPLimits: Sendable {
    /// Bytes of the request line without its line end; over it 414.
    package var requestLine = 8_192
    /// Bytes of the whole head; over it 431.
    package var head = 16_384
    /// Fields of the head; over it 431.
    package var fields = 100
    /// Bytes of a body that no route has a word about.
    package var defaultBody = 65_536
    /// From the first byte of a request, or from the connection, to the end of the head; then 408.
    package var headTimeout: TimeAmount = .seconds(10)
    /// From the end of the head to the end of the body; then 408.
    package var bodyTimeout: TimeAmount = .seconds(20)
    /// Between two requests, and for a client that does not take its answer.
    package var idleTimeout: TimeAmount = .seconds(60)
    /// For a handler; then 503, and its task is cancelled.
    package var requestTimeout: TimeAmount = .seconds(30)
    /// The time that a rejected client may go on sending before the connection is cut.
    package var lingerTimeout: TimeAmount = .seconds(1)
    /// Connections at once; one more gets 503 and is closed.
    package var maximumConnections = 10_000
    /// Bytes that wait while a request is at work; then nothing more is read from the connection.
    package var pipelinedBytes = 65_536

    /// The defaults.
    package init() {}
}
