import Dispatch
import Foundation

/// The wish of whoever started the program that it end.
enum Termination {
    /// Returns when SIGTERM or SIGINT arrives.
    static func requested() async {
        let signals = [SIGTERM, SIGINT]
        let sources = signals.map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        let arrivals = AsyncStream<Void> { continuation in
            for source in sources {
                source.setEventHandler { continuation.yield() }
                source.activate()
            }
        }
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
    }
}
