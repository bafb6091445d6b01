/// The way to an issuer's key set: one GET, by whatever HTTP client the program has.
///
/// The client's duties: a time limit for the whole answer (5 seconds is plenty), https with verified certificates, no
/// redirects, and a body that is cut off past ``JSONWebKeySet/maximumLength``.
public protocol JWKSSource: Sendable {
    /// Fetches the document; throws when there was no answer.
    func fetch(_ url: String) async throws -> JWKSResponse
}

/// An answer to the request for a key set.
public struct JWKSResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The body.
    public let body: [UInt8]
    /// The time for which the answer may be kept: `max-age` of `Cache-Control` less `Age`.
    public let maximumAge: Duration?

    /// An answer, with the header fields that say how long it may be kept.
    public init(status: Int, body: [UInt8], cacheControl: String? = nil, age: String? = nil) {
        self.status = status
        self.body = body
        maximumAge = cacheControl.flatMap(Self.maximumAge).map { seconds in
            .seconds(max(0, seconds - (age.flatMap(Self.seconds) ?? 0)))
        }
    }

    private static func maximumAge(in cacheControl: String) -> Int64? {
        for directive in cacheControl.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = directive.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard parts.count == 2, text(parts[0]).lowercased() == "max-age" else { continue }
            return seconds(text(parts[1]))
        }
        return nil
    }

    private static func text(_ bytes: Substring.UTF8View) -> String {
        let isPadding: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return String(
            decoding: bytes.drop(while: isPadding).reversed().drop(while: isPadding).reversed(), as: UTF8.self)
    }

    /// Digits only, and few enough of them not to overflow; larger values mean "very long" (RFC 9111, section 1.2.2).
    private static func seconds(_ text: String) -> Int64? {
        let digits = text.utf8
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text) ?? Int64(Int32.max)
    }
}
