import Foundation
import Testing

@testable import SesameServer

#if canImport(Glibc)
    @Suite struct FreedMemoryTests {
        @Test func `freed memory between blocks in use returns to the system`() {
            // Each group of 64 blocks keeps the first, so that the rest lies between blocks in use.
            let blocks = (0..<50_000).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 1_000, alignment: 8) }
            for block in blocks { memset(block, 1, 1_000) }
            for (index, block) in blocks.enumerated() where index % 64 != 0 { block.deallocate() }
            let middles = stride(from: 32, to: blocks.count, by: 64).map { blocks[$0] }
            FreedMemory.returnToSystem()
            // Other tests may use some of the memory again.
            #expect(middles.count { isResident($0) } < middles.count / 2)
            for (index, block) in blocks.enumerated() where index % 64 == 0 { block.deallocate() }
        }

        /// Returns true if the page with the address takes memory; see mincore(2).
        private func isResident(_ address: UnsafeMutableRawPointer) -> Bool {
            let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
            let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: address) / pageSize * pageSize)
            var state: UInt8 = 0
            return mincore(page, Int(pageSize), &state) == 0 && state & 1 == 1
        }
    }
#endif
