import Dispatch
import SesameHTTP

#if canImport(Glibc)
    import Glibc
#endif

/// The memory that the process no longer uses.
enum FreedMemory {
    /// Returns freed memory to the system within 20 seconds after the end of many connections, and every ten minutes,
    /// until canceled.
    static func returnToSystem(afterFloodsOf server: HTTPServer) async {
        var rounds = 0
        while (try? await Task.sleep(for: .seconds(20))) != nil {
            rounds += 1
            guard server.takePeakConnections() - server.openConnections >= 100 || rounds == 30 else { continue }
            rounds = 0
            // This can take tens of milliseconds, for which no task may wait.
            DispatchQueue.global(qos: .background).async { returnToSystem() }
        }
    }

    /// Returns freed memory to the system.
    ///
    /// glibc keeps freed blocks between blocks that are in use, so that after a flood the process would stay as large
    /// as it was. Other systems return such memory by themselves.
    static func returnToSystem() {
        #if canImport(Glibc)
            // Swift's module for glibc lacks `malloc.h`; see malloc_trim(3).
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
            _ = trim(0)
        #endif
    }
}
