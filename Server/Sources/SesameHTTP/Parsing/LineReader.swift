import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A reader of lines that end with CR LF. A line that ends with LF alone is refused, because programs disagree on its
/// meaning.
struct LineReader {
    /// The number of bytes of the unfinished line already searched for LF, so that a client that sends single bytes
    /// costs linear time.
    private var searched = 0

    /// Returns the next line without its ending; nil if it is incomplete. Throws `problem` if it is longer than the
    /// limit.
    mutating func next(
        _ buffer: inout ByteBuffer, limit: Int, orElse problem: HTTPError
    ) throws(HTTPError) -> ByteBuffer? {
        let start = searched
        let found = buffer.withUnsafeReadableBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, bytes.count > start,
                let position = memchr(base + start, 0x0a, bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(position) - base
        }
        guard let found else {
            searched = buffer.readableBytes
            // The byte beyond the limit may be the CR of a line that just fits.
            let last = buffer.readableBytes == 0 ? nil : buffer.getInteger(at: buffer.writerIndex - 1, as: UInt8.self)
            guard buffer.readableBytes - (last == 0x0d ? 1 : 0) <= limit else { throw problem }
            return nil
        }
        searched = 0
        // A complete line is measured like an unfinished one, so that the same line causes the same problem however it
        // arrives.
        let before = found == 0 ? nil : buffer.getInteger(at: buffer.readerIndex + found - 1, as: UInt8.self)
        let length = before == 0x0d ? found - 1 : found
        guard length <= limit else { throw problem }
        guard length < found, let line = buffer.readSlice(length: length) else {
            throw .malformedRequest("a line must end with CR LF")
        }
        buffer.moveReaderIndex(forwardBy: 2)
        return line
    }
}

extension ByteBuffer {
    /// Returns the parser's result for the readable bytes. Throws the parser's error.
    func parsed<Value>(
        _ parse: (UnsafeBufferPointer<UInt8>) throws(HTTPError) -> Value
    ) throws(HTTPError) -> Value {
        let result = withUnsafeReadableBytes { bytes -> Result<Value, HTTPError> in
            do throws(HTTPError) {
                return .success(try parse(bytes.assumingMemoryBound(to: UInt8.self)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
