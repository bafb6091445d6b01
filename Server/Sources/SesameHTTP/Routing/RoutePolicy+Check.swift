import NIOHTTP1

extension RoutePolicy {
    /// Returns the error if a complete request violates the policy; nil if the request complies.
    func problem(of request: HTTPRequest) -> HTTPError? {
        guard request.method.takesBody || request.body.isEmpty || isEmptyObject(request.body) else {
            return .unexpectedBody
        }
        if request.body.count > maxBodyBytes { return .payloadTooLarge }
        if request.query.hasRepeatedName, !allowsRepeatedQueryParameters {
            return .repeatedParameter("duplicate query parameter")
        }
        return accepts(request) ? nil : .unsupportedMediaType
    }

    private func isEmptyObject(_ body: [UInt8]) -> Bool {
        allowsEmptyObject && body.elementsEqual(Self.emptyObject)
    }

    /// The only body that a `GET` or `HEAD` request may have, and only if the policy allows it with
    /// `allowsEmptyObject`.
    static let emptyObject = "{}".utf8

    private func accepts(_ request: HTTPRequest) -> Bool {
        guard !request.body.isEmpty || (request.method.carriesBody && !isBodyOptional) else { return true }
        guard ASCII.equal(request.header("Content-Encoding") ?? "identity", "identity") else { return false }
        guard !contentTypes.isEmpty else { return true }
        let given = request.headers["Content-Type"]
        guard given.count == 1, let type = MediaType(given[0]) else { return false }
        return contentTypes.contains { ASCII.equal($0, type.name) }
    }
}

extension HTTPMethod {
    /// True if requests of this method are expected to have a body.
    fileprivate var carriesBody: Bool { self == .POST || self == .PUT || self == .PATCH }

    /// True if requests of this method may have a body. Standards give the body of a `DELETE` no meaning, but clients
    /// send an empty object with it.
    var takesBody: Bool { self != .GET && self != .HEAD }
}

/// A media type whose only allowed parameter is `charset=utf-8`.
struct MediaType {
    /// The type and subtype in lowercase.
    let name: String

    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.trimmed)
        guard parts.count <= 2, !parts[0].isEmpty else { return nil }
        if parts.count == 2 {
            guard ASCII.matches(parts[1], "charset=utf-8") || ASCII.matches(parts[1], "charset=\"utf-8\"") else {
                return nil
            }
        }
        name = String(decoding: parts[0].map(ASCII.lower), as: UTF8.self)
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
        var bytes = bytes
        while let byte = bytes.first, byte == 0x20 || byte == 0x09 { bytes.removeFirst() }
        while let byte = bytes.last, byte == 0x20 || byte == 0x09 { bytes.removeLast() }
        return bytes
    }
}
