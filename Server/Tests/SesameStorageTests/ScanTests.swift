import Dispatch
import Foundation
import SesameAccounts
import Testing

@testable import SesameSQLite

/// Tests of the threads for reads that may examine many rows.
@Suite struct ScanTests {
    private let folder = TemporaryFolder()

    @Test func `reads and writes go on while all threads for scans are busy`() async throws {
        let storage = try SQLiteStorage(folder: folder.path, options: SQLiteOptions(readers: 1, scanThreads: 2))
        var scans = (0..<2).map { _ in BlockedScan(of: storage) }
        for scan in scans { await scan.isRunning() }
        scans += (0..<3).map { _ in BlockedScan(of: storage) }
        try await storage.insertAccount("one")
        #expect(try await storage.hasAccount("one"))
        for scan in scans { scan.end() }
        for scan in scans { #expect(try await scan.result() == .success(true)) }
    }

    @Test func `a scan is refused if too many wait`() async throws {
        let options = SQLiteOptions(scanThreads: 1, maxQueueLength: 2)
        let storage = try SQLiteStorage(folder: folder.path, options: options)
        try await storage.insertAccount("one")
        var scans = [BlockedScan(of: storage)]
        await scans[0].isRunning()
        scans += (0..<2).map { _ in BlockedScan(of: storage) }
        while storage.waitingScans < 2 { await Task.yield() }
        let refused = try await BlockedScan(of: storage).result()
        #expect(refused == .failure(.unavailable("too many long reads are waiting")))
        for scan in scans { scan.end() }
        for scan in scans { #expect(try await scan.result() == .success(true)) }
    }

    @Test func `a close refuses the scans that wait and completes the running one`() async throws {
        let storage = try SQLiteStorage(folder: folder.path, options: SQLiteOptions(scanThreads: 1))
        try await storage.insertAccount("one")
        let running = BlockedScan(of: storage)
        await running.isRunning()
        let waiting = (0..<3).map { _ in BlockedScan(of: storage) }
        while storage.waitingScans < 3 { await Task.yield() }
        let close = Thread { storage.close() }
        close.start()
        for scan in waiting { #expect(try await scan.result() == .failure(.unavailable("the database is closed"))) }
        running.end()
        #expect(try await running.result() == .success(true))
        while !close.isFinished { await Task.yield() }
        await #expect(throws: StorageError.unavailable("the database is closed")) {
            try await storage.scan { _ throws(StorageError) in true }
        }
    }
}

/// A scan that blocks its thread until the test ends it, and then looks for the account `one`.
private final class BlockedScan: Sendable {
    private let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let task: Task<Result<Bool, StorageError>, any Error>

    init(of storage: SQLiteStorage) {
        task = Task { [began, mayEnd] in
            let app = try Rows.app()
            do throws(StorageError) {
                return .success(
                    try await storage.scan { reader throws(StorageError) in
                        began.signal()
                        mayEnd.wait()
                        return try reader.account(AccountID("one"), in: app) != nil
                    })
            } catch {
                return .failure(error)
            }
        }
    }

    /// Waits until the scan occupies a thread, without occupying one of the tests.
    func isRunning() async {
        await withCheckedContinuation { continuation in
            Thread { [began] in
                began.wait()
                continuation.resume()
            }.start()
        }
    }

    func end() { mayEnd.signal() }

    func result() async throws -> Result<Bool, StorageError> { try await task.value }
}
