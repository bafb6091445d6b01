import CCurl

/// The response buffer of a libcurl transfer. It aborts the transfer if the response is too long, or if the transfer
/// was canceled or has timed out.
final class ResponseBuffer {
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false

    private static let maxHeaderBytes = 65_536

    private let transfer: Transfer
    private var headBytes = 0

    init(_ transfer: Transfer) { self.transfer = transfer }

    /// The callbacks for libcurl. The buffer must outlive the transfer, because libcurl holds an unretained pointer to
    /// it.
    var sink: sesame_curl_sink {
        sesame_curl_sink(
            context: Unmanaged.passUnretained(self).toOpaque(),
            head: { ResponseBuffer.from($0)?.takeLine(UnsafeBufferPointer(start: $1, count: $2)) == true ? 1 : 0 },
            chunk: { ResponseBuffer.from($0)?.take(UnsafeBufferPointer(start: $1, count: $2)) == true ? 1 : 0 },
            cancelled: { ResponseBuffer.from($0)?.transfer.isOver == false ? 0 : 1 })
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ResponseBuffer? {
        context.map { Unmanaged<ResponseBuffer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takeLine(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        headBytes += line.count
        guard headBytes <= Self.maxHeaderBytes else {
            isTooLarge = true
            return false
        }
        if line.starts(with: "HTTP/".utf8) { headers = [] }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return true }
        let value = line[(colon + 1)...].drop { $0 <= 0x20 }
        let end = value.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? value.startIndex
        headers.append(
            (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value[..<end], as: UTF8.self)))
        return true
    }

    private func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard body.count + bytes.count <= transfer.request.maxResponseBytes else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }
}
