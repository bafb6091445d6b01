import Dispatch
import Foundation

/// The wish of whoever started the program that it end: SIGTERM or SIGINT.
///
/// Make one before the program says that it is ready; a wish that comes before ``requested()`` is kept.
struct Termination {
    private let sources: [any DispatchSourceSignal]
    private let arrivals: AsyncStream<Void>

    init() {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.arrivals = arrivals
        sources = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.activate()
            // The source sees a signal all the same; without this the signal would end the program.
            signal(number, SIG_IGN)
            return source
        }
    }

    /// Returns when the wish has come.
    func requested() async {
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
    }
}
