import Dispatch
import Foundation

/// The termination signal of the program: SIGTERM or SIGINT.
///
/// Listen before the program reports that it is ready. A signal that arrives before ``requested()`` is stored.
package struct TerminationSignal {
    private let sources: [any DispatchSourceSignal]
    private let arrivals: AsyncStream<Void>

    /// Starts to listen, and returns once both signals are handled. Until then, a signal ends the program at once,
    /// which is the default.
    package static func listen() async -> TerminationSignal {
        // A file that reached its size limit is an error like a full disk, and must not end the program.
        signal(SIGXFSZ, SIG_IGN)
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGTERM, SIGINT] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            #if canImport(Darwin)
                // On this platform a signal source only watches. On Linux it installs a signal handler, which this line
                // would undo.
                signal(number, SIG_IGN)
            #endif
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.activate()
            }
            sources.append(source)
        }
        return TerminationSignal(sources: sources, arrivals: arrivals)
    }

    /// Returns when a termination signal has arrived.
    package func requested() async {
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
    }
}
