/// A source of an issuer's key set: one GET with the program's own HTTP client.
///
/// The client must set a timeout for the whole response (5 seconds is enough), use https with verified certificates,
/// follow no redirects, and stop reading a body after ``JSONWebKeySet/maxBytes``.
public protocol JWKSSource: Sendable {
    /// Fetches the document; throws if there is no response.
    func fetch(_ url: String) async throws -> JWKSResponse
}

/// A response to the request for a key set.
public struct JWKSResponse: Sendable {
    /// The HTTP status; any other than 200 counts as a failed fetch.
    public let status: Int
    /// The body's bytes, expected to be a JWK set.
    public let body: [UInt8]
    /// The time for which the response may be cached: `max-age` of `Cache-Control` minus `Age`; nil without a valid
    /// `max-age`.
    public let maxAge: Duration?

    /// Creates a response with the header fields that determine its cache lifetime.
    public init(status: Int, body: [UInt8], cacheControl: String? = nil, age: String? = nil) {
        self.status = status
        self.body = body
        maxAge = cacheControl.flatMap(Self.maxAge).map { seconds in
            .seconds(max(0, seconds - (age.flatMap(Self.seconds) ?? 0)))
        }
    }

    private static func maxAge(in cacheControl: String) -> Int64? {
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

    /// Parses a number of seconds; nil unless it consists of digits only. A number beyond 64 bits counts as 2³¹ − 1
    /// seconds (RFC 9111, section 1.2.2).
    private static func seconds(_ text: String) -> Int64? {
        let digits = text.utf8
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text) ?? Int64(Int32.max)
    }
}
