import Foundation
import Testing

@testable import SesameServer

#if canImport(Glibc)
    @Suite struct FreedMemoryTests {
        @Test func `freed memory between blocks in use returns to the system`() throws {
            let blocks = (0..<200_000).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 1_000, alignment: 8) }
            for block in blocks { memset(block, 1, 1_000) }
            for (index, block) in blocks.enumerated() where index % 64 != 0 { block.deallocate() }
            let before = try residentBytes()
            FreedMemory.returnToSystem()
            #expect(before - (try residentBytes()) > 100_000_000)
            for (index, block) in blocks.enumerated() where index % 64 == 0 { block.deallocate() }
        }

        private func residentBytes() throws -> Int {
            let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return try #require(Int(numbers[1])) * sysconf(Int32(_SC_PAGESIZE))
        }
    }
#endif
