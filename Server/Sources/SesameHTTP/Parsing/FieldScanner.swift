import NIOHTTP1

/// The reader of a request's header fields, which also determines the body's framing.
///
/// If two programs disagree on where a request ends, an attacker can smuggle a request into another client's
/// connection. Every spelling that programs read differently is therefore refused (RFC 9112 sections 5, 6 and 11.2).
struct FieldScanner {
    private var fields: [(String, String)] = []
    private var seen: UInt16 = 0
    private var contentLength: Int?
    private var isChunked = false
    private var closes = false
    private var expectsContinue = false
    private var isForwarded = false

    /// The fields that control framing or security, which must not be repeated.
    private enum Singleton: UInt16 {
        case host, contentLength, transferEncoding, contentType, contentEncoding, authorization, origin, expect, dpop
    }

    var count: Int { fields.count }

    /// Parses and adds one header field, given as a line without its line ending.
    mutating func add(_ line: UnsafeBufferPointer<UInt8>) throws(HTTPError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line[..<colon].allSatisfy(ASCII.isToken)
        else { throw .malformedRequest("a header field name is malformed") }
        var value = line[(colon + 1)...]
        while let byte = value.first, byte == 0x20 || byte == 0x09 { value = value.dropFirst() }
        while let byte = value.last, byte == 0x20 || byte == 0x09 { value = value.dropLast() }
        guard value.allSatisfy(ASCII.isFieldValue) else {
            throw .malformedRequest("a header field value contains control characters")
        }
        guard let text = String(validating: UnsafeBufferPointer(rebasing: value), as: UTF8.self) else {
            throw .malformedRequest("a header field value is not valid UTF-8")
        }
        if fields.isEmpty { fields.reserveCapacity(12) }
        let name = UnsafeBufferPointer(rebasing: line[..<colon])
        fields.append((String(decoding: name, as: UTF8.self), text))
        try interpret(name, UnsafeBufferPointer(rebasing: value))
    }

    /// Checks the rules that need the whole header, and moves the fields into the head.
    mutating func finish(_ head: inout RequestHead) throws(HTTPError) {
        if isChunked {
            guard contentLength == nil else {
                throw .malformedRequest("Content-Length and Transfer-Encoding are not allowed together")
            }
            guard head.minorVersion == 1 else {
                throw .malformedRequest("Transfer-Encoding is not allowed in HTTP/1.0")
            }
        }
        guard head.minorVersion == 0 || has(.host) else { throw .malformedRequest("the Host header field is missing") }
        head.framing = isChunked ? .chunked : contentLength.map(BodyFraming.length) ?? .none
        head.closesConnection = closes || head.minorVersion == 0
        head.expectsContinue = expectsContinue && head.minorVersion == 1
        head.isForwarded = isForwarded
        head.headers = HTTPHeaders(fields)
    }

    private mutating func interpret(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) throws(HTTPError) {
        switch name.count {
        case 4:
            guard ASCII.matches(name, "host") else { return try once(.dpop, name, "dpop") }
            try once(.host)
            guard Self.isHost(value) else { throw .malformedRequest("the Host header field is malformed") }
        case 6:
            try once(.origin, name, "origin")
            if ASCII.matches(name, "expect") {
                try once(.expect)
                expectsContinue = ASCII.matches(value, "100-continue")
            }
        case 9: isForwarded = isForwarded || ASCII.matches(name, "forwarded")
        case 10 where ASCII.matches(name, "connection"):
            for option in value.split(separator: UInt8(ascii: ",")) {
                let option = option.filter { $0 != 0x20 && $0 != 0x09 }
                closes = closes || ASCII.matches(option, "close")
            }
        case 12: try once(.contentType, name, "content-type")
        case 13: try once(.authorization, name, "authorization")
        case 14 where ASCII.matches(name, "content-length"):
            try once(.contentLength)
            contentLength = try Self.length(value)
        case 15: isForwarded = isForwarded || ASCII.matches(name, "x-forwarded-for")
        case 16: try once(.contentEncoding, name, "content-encoding")
        case 17 where ASCII.matches(name, "transfer-encoding"):
            try once(.transferEncoding)
            guard ASCII.matches(value, "chunked") else {
                throw .malformedRequest("the transfer encoding must be 'chunked'")
            }
            isChunked = true
        default: break
        }
    }

    private mutating func once(
        _ field: Singleton, _ name: UnsafeBufferPointer<UInt8>, _ word: StaticString
    ) throws(HTTPError) {
        if ASCII.matches(name, word) { try once(field) }
    }

    private mutating func once(_ field: Singleton) throws(HTTPError) {
        guard !has(field) else {
            switch field {
            case .host, .contentLength, .transferEncoding:
                throw .malformedRequest("duplicate Host, Content-Length or Transfer-Encoding header field")
            default: throw .repeatedParameter("a header field that must be unique is repeated")
            }
        }
        seen |= 1 << field.rawValue
    }

    private func has(_ field: Singleton) -> Bool { seen & 1 << field.rawValue != 0 }

    /// Returns the value of `Content-Length`: 1 to 18 decimal digits, which fit into 63 bits. A sign, a list or an
    /// empty value is refused, because programs read it differently.
    private static func length(_ value: UnsafeBufferPointer<UInt8>) throws(HTTPError) -> Int {
        guard (1...18).contains(value.count), value.allSatisfy(ASCII.isDigit) else {
            throw .malformedRequest("the Content-Length header field is malformed")
        }
        return value.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isHost(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        (1...255).contains(value.count)
            && value.allSatisfy { byte in
                ASCII.isDigit(byte) || (0x61...0x7a).contains(ASCII.lower(byte)) || "-._:[]".utf8.contains(byte)
            }
    }
}
