import Dispatch
import Foundation

/// The wish of whoever started the program that it end: SIGTERM or SIGINT.
///
/// Listen before the program says that it is ready; a wish that comes before ``requested()`` is kept.
package struct Termination {
    private let sources: [any DispatchSourceSignal]
    private let arrivals: AsyncStream<Void>

    /// Returns when both signals are listened to; until then they end the program at once, as they usually do.
    package static func listen() async -> Termination {
        // A file that may not grow any more is an error like a full disk: answered, not the end of the program.
        signal(SIGXFSZ, SIG_IGN)
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGTERM, SIGINT] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            #if canImport(Darwin)
                // There a source only watches; on Linux it has a signal handler of its own, which this would undo.
                signal(number, SIG_IGN)
            #endif
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.activate()
            }
            sources.append(source)
        }
        return Termination(sources: sources, arrivals: arrivals)
    }

    /// Returns when the wish has come.
    package func requested() async {
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
    }
}
