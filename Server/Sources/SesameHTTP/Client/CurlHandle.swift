import CCurl
import NIOCore

/// A libcurl handle. Only one thread uses a handle at a time: the thread that took it out of the client's list.
final class CurlHandle: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    init?() {
        guard sesame_curl_prepare() != 0, let handle = sesame_curl_make() else { return nil }
        self.handle = handle
    }

    deinit { sesame_curl_free(handle) }

    /// Performs a transfer within its deadline and returns the response or the error.
    func perform(_ transfer: Transfer, protocols: String, caFile: String?) -> Transfer.Answer {
        let milliseconds = (transfer.deadline - .now()).nanoseconds / 1_000_000
        guard !transfer.isOver else { return .failure(.cancelled) }
        guard milliseconds > 0 else { return .failure(.timedOut) }
        let inbox = ResponseBuffer(transfer)
        var status = 0
        let outcome = withExtendedLifetime(inbox) {
            run(transfer.request, protocols, caFile, milliseconds, inbox, &status)
        }
        if inbox.isTooLarge { return .failure(.tooLarge) }
        if let error = HTTPClientError(outcome) {
            return .failure(error == .cancelled && !transfer.isOver ? .failed : error)
        }
        return .success(OutgoingResponse(status: status, headers: inbox.headers, body: inbox.body))
    }

    private func run(
        _ request: OutgoingRequest, _ protocols: String, _ caFile: String?, _ milliseconds: Int64,
        _ inbox: ResponseBuffer, _ status: inout Int
    ) -> sesame_curl_outcome {
        let strings = CStrings([request.method, request.url, protocols, request.userAgent] + request.headerLines)
        let authority = CStrings(caFile.map { [$0] } ?? [])
        let body = request.body ?? []
        return body.withUnsafeBufferPointer { bytes in
            strings.withPointers { pointers in
                authority.withPointers { authority in
                    var form = sesame_curl_request()
                    form.method = pointers[0]
                    form.url = pointers[1]
                    form.protocols = pointers[2]
                    form.userAgent = pointers[3]
                    form.authorityFile = authority.first ?? nil
                    form.headers = pointers.baseAddress.map { $0 + 4 }
                    form.headerCount = pointers.count - 4
                    form.body = bytes.baseAddress
                    form.bodyCount = bytes.count
                    form.hasBody = request.body == nil ? 0 : 1
                    form.connectMilliseconds = Int(milliseconds)
                    form.totalMilliseconds = Int(milliseconds)
                    form.maximumBytes = Int64(request.maxResponseBytes)
                    var sink = inbox.sink
                    return sesame_curl_perform(handle, &form, &sink, &status)
                }
            }
        }
    }
}

/// C copies of strings. Their pointers are valid only within the closure of `withPointers`.
private struct CStrings {
    private let storage: [UInt8]
    private let offsets: [Int]

    init(_ strings: [String]) {
        var storage: [UInt8] = []
        offsets = strings.map { text in
            defer { storage.append(contentsOf: text.utf8 + [0]) }
            return storage.count
        }
        self.storage = storage
    }

    func withPointers<Value>(_ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Value) -> Value {
        storage.withUnsafeBytes { bytes in
            let pointers = offsets.map { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            return pointers.withUnsafeBufferPointer(body)
        }
    }
}

extension HTTPClientError {
    /// Converts libcurl's outcome to an error; nil for success.
    init?(_ outcome: sesame_curl_outcome) {
        switch outcome {
        case sesame_curl_done: return nil
        case sesame_curl_timed_out: self = .timedOut
        case sesame_curl_too_large: self = .tooLarge
        case sesame_curl_aborted: self = .cancelled
        case sesame_curl_unreachable: self = .unreachable
        case sesame_curl_untrusted: self = .untrusted
        case sesame_curl_refused_protocol: self = .protocolRefused
        case sesame_curl_malformed: self = .invalidRequest
        default: self = .failed
        }
    }
}
