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
        let end = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    try await storage.scan { reader throws(StorageError) in
                        end.wait()
                        return try reader.account(AccountID("late"), in: try Rows.account("late").app) != nil
                    }
                }
            }
            try await storage.insertAccount("one")
            #expect(try await storage.hasAccount("one"))
            // Those that wait for a thread read what was written meanwhile.
            try await storage.insertAccount("late")
            for _ in 0..<5 { end.signal() }
            let found = try await group.reduce(into: [Bool]()) { $0.append($1) }
            #expect(found.count == 5 && found.contains(true))
        }
    }

    @Test func `scans that wait for a thread are completed, and none begins after the close`() async throws {
        let storage = try SQLiteStorage(folder: folder.path, options: SQLiteOptions(scanThreads: 1))
        try await storage.insertAccount("one")
        let (isRunning, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let app = try Rows.app()
        let scans = (0..<3).map { _ in
            Task {
                try await storage.scan { reader throws(StorageError) in
                    isRunning.signal()
                    end.wait()
                    return try reader.account(AccountID("one"), in: app) != nil
                }
            }
        }
        await withCheckedContinuation { continuation in
            Thread {
                isRunning.wait()
                for _ in scans { end.signal() }
                continuation.resume()
            }.start()
        }
        for scan in scans { #expect(try await scan.value) }
        storage.close()
        await #expect(throws: StorageError.unavailable("the database is closed")) {
            try await storage.scan { _ throws(StorageError) in true }
        }
    }
}
