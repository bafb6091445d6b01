import CCurl
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A client for outgoing HTTP requests, based on libcurl.
///
/// The client follows no redirects, and uses no cookies, no proxy (not even one from the environment) and no `.netrc`.
/// It requires https with a verified certificate and at least TLS 1.2, unless plain HTTP is allowed. Transfers run on a
/// limited number of the client's own threads, so that a slow vendor blocks neither the event loops nor Swift's thread
/// pool.
package final class HTTPClient: Sendable {
    /// The version of libcurl.
    package static let engineVersion = String(cString: sesame_curl_version())

    private struct State {
        var idle: [CurlHandle] = []
        var outstanding = 0
        var isShutDown = false
    }

    private let protocols: String
    private let caFile: String?
    private let maxOutstanding: Int
    private let threads: NIOThreadPool
    private let state = NIOLockedValueBox(State())

    /// Creates a client and starts its threads.
    ///
    /// - Parameters:
    ///   - allowsPlainHTTP: True to allow `http` URLs, for the development providers on loopback.
    ///   - caFile: A file of PEM certificates to trust instead of the system's.
    ///   - maxTransfers: The number of threads, and so of simultaneous transfers.
    ///   - maxWaiting: The maximum number of requests in the queue; further requests throw `overloaded`.
    package init(
        allowsPlainHTTP: Bool = false, caFile: String? = nil, maxTransfers: Int = 8,
        maxWaiting: Int = 256
    ) {
        protocols = allowsPlainHTTP ? "http,https" : "https"
        self.caFile = caFile
        maxOutstanding = maxTransfers + maxWaiting
        threads = NIOThreadPool(numberOfThreads: maxTransfers)
        threads.start()
    }

    deinit {
        if !state.withLockedValue({ $0.isShutDown }) { threads.shutdownGracefully { _ in } }
    }

    /// Sends a request and returns the response, of any status. Throws if no complete response arrives.
    ///
    /// Supports cancellation: the call throws `cancelled` at once, and the transfer ends within a second.
    package func send(_ request: OutgoingRequest) async throws(HTTPClientError) -> OutgoingResponse {
        guard request.isSound else { throw .invalidRequest }
        guard reserve() else { throw .overloaded }
        let transfer = Transfer(request)
        // The transfer enforces the limit itself once it has a thread. This timer covers the time in the queue.
        let alarm = Task {
            try? await Task.sleep(for: .nanoseconds(request.timeout.nanoseconds))
            transfer.finish(.failure(.timedOut))
        }
        defer { alarm.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard transfer.begin(continuation) else { return release() }
                threads.submit { [self] state in
                    if case .active = state { perform(transfer) } else { transfer.finish(.failure(.overloaded)) }
                    release()
                }
            }
        } onCancel: {
            transfer.cancel()
        }
        return try result.get()
    }

    /// Finishes running transfers, refuses new ones and frees the threads.
    package func shutdown() async {
        let isFirst = state.withLockedValue { state in
            defer { state.isShutDown = true }
            return !state.isShutDown
        }
        if isFirst { try? await threads.shutdownGracefully() }
    }

    private func reserve() -> Bool {
        state.withLockedValue { state in
            guard !state.isShutDown, state.outstanding < maxOutstanding else { return false }
            state.outstanding += 1
            return true
        }
    }

    private func release() { state.withLockedValue { $0.outstanding -= 1 } }

    /// Performs a transfer on a thread of the pool. Reuses the most recently used handle, because its connections are
    /// the most likely to be open.
    private func perform(_ transfer: Transfer) {
        guard let handle = state.withLockedValue({ $0.idle.popLast() }) ?? CurlHandle() else {
            return transfer.finish(.failure(.failed))
        }
        transfer.finish(handle.perform(transfer, protocols: protocols, caFile: caFile))
        state.withLockedValue { $0.idle.append(handle) }
    }
}
