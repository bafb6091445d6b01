import SesameWire

/// The parts of an HTTP request that the loopback listener needs: method, path, query and language.
struct LoopbackRequest: Sendable {
    let method: String
    let path: String
    let query: [(name: String, value: String)]
    private let fields: [(name: String, value: String)]

    /// Parses the head of a request; returns nil if the request line is invalid.
    init?(head: [UInt8]) {
        let lines = head.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        let words = (lines.first ?? "").utf8.split(separator: UInt8(ascii: " ")).map { String($0) ?? "" }
        guard words.count == 3 else { return nil }
        let target = words[1].utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false
        ).map { String($0) ?? "" }
        guard let query = FormEncoding.decode(target.count > 1 ? target[1] : "") else { return nil }
        method = words[0]
        path = target[0]
        self.query = query
        fields = lines.dropFirst().compactMap { line in
            let sides = line.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).map { String($0) ?? "" }
            return sides.count == 2 ? (sides[0].lowercased(), sides[1]) : nil
        }
    }

    /// Returns the value of a parameter; nil if it is missing or repeated.
    func parameter(_ name: String) -> String? {
        let values = query.filter { $0.name.hasSameBytes(as: name) }
        return values.count == 1 ? values[0].value : nil
    }

    /// The tag of the browser's preferred language if it is supported; English otherwise.
    var language: String {
        let accepted = fields.first { $0.name == "accept-language" }?.value ?? ""
        let first = accepted.unicodeScalars.drop { $0 == " " }.prefix { $0.isASCII && $0.properties.isAlphabetic }
        let tag = String(first).lowercased()
        return LoopbackText.languages.contains { $0.hasSameBytes(as: tag) } ? tag : "en"
    }
}
