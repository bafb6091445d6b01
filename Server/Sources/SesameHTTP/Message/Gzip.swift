import CZlib
import NIOHTTP1

/// The content coding gzip (RFC 9110, section 8.4.1.3).
package enum Gzip {
    /// The window of 15 bits with a gzip header in place of zlib's; see deflateInit2 in zlib.h.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 9

    /// Returns the compressed bytes; nil without memory for the compression.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(
                &stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size
            )
                == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            let bound = Int(deflateBound(&stream, UInt(input.count)))
            var isWhole = false
            let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = bound - Int(stream.avail_out)
            }
            return isWhole ? output : nil
        }
    }
}

extension HTTPRequest {
    /// True if the client accepts a response in gzip (RFC 9110, section 12.5.3).
    package var acceptsGzip: Bool {
        var isAccepted = false
        for element in headers[canonicalForm: "Accept-Encoding"] {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false).map {
                $0.lowercased().filter { $0 != " " && $0 != "\t" }
            }
            guard let coding = parts.first, ["gzip", "x-gzip", "*"].contains(coding) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            // An element for gzip decides over one for all codings.
            if coding != "*" { return weight > 0 }
            isAccepted = weight > 0
        }
        return isAccepted
    }
}
