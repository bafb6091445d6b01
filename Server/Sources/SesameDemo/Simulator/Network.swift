import Sesame
import SesameCore
import SesameWire

/// The network of a running app, which can be disconnected.
final class Network: HTTPTransport {
    private let transport = URLSessionTransport()
    private let cut: Locked<Bool>

    init(isCut: Bool) {
        cut = Locked(isCut)
    }

    /// True if the network is disconnected, so that all requests fail.
    var isCut: Bool {
        get { cut.withLock(\.self) }
        set { cut.withLock { $0 = newValue } }
    }

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        guard !isCut else { throw AuthError(.offline, "the phone has no network") }
        return try await transport.send(request)
    }
}
