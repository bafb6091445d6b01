public import SesameCore
import SesameWire

/// The protected header of a compact JWS, already checked for members that no caller may allow.
public struct JOSEHeader: Sendable, Equatable {
    /// All members, as in the token.
    public let members: JSONObject
    /// `alg`. Compare it with the expected algorithm; never select an algorithm by it.
    public let algorithm: String
    /// `kid`, at most 128 bytes; nil if missing. It is used only for a look-up in memory.
    public let keyID: String?
    /// `typ`, for example `at+jwt`; nil if missing.
    public let type: String?

    /// The maximum length of a header in bytes.
    static let maxBytes = 2_048
    private static let maxKeyIDBytes = 128

    /// The members that a header must not have: they supply a key, or change what the signature covers or how the
    /// payload is read.
    private static let refused = ["crit", "b64", "zip", "enc", "jku", "x5u", "x5c", "jwk"]

    /// Parses a header. Throws if it is too long or not a strict JSON object, has no `alg` or a member that is not
    /// allowed, or announces a nested token.
    init(parsing bytes: [UInt8]) throws(TokenError) {
        guard bytes.count <= Self.maxBytes else { throw TokenError(.malformed, "header is too long") }
        guard let members = try? JSONValue(parsing: bytes).object else {
            throw TokenError(.malformed, "header is not a strict JSON object")
        }
        for name in Self.refused where members.contains(name) {
            throw TokenError(.unsupportedHeader, "header member \(name) is not allowed")
        }
        guard let algorithm = members["alg"]?.string else { throw TokenError(.malformed, "header has no alg") }
        self.members = members
        self.algorithm = algorithm
        keyID = try Self.text("kid", of: members)
        type = try Self.text("typ", of: members)
        if let keyID, keyID.utf8.count > Self.maxKeyIDBytes { throw TokenError(.malformed, "kid is too long") }
        if let content = try Self.text("cty", of: members), content.isMediaType("JWT") {
            throw TokenError(.unsupportedHeader, "nested token")
        }
    }

    private static func text(_ name: String, of members: JSONObject) throws(TokenError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw TokenError(.malformed, "\(name) is not a string") }
        return text
    }
}

extension String {
    /// Returns true if the text is the media type `application/` + `subtype`, with or without `application/`, in any
    /// ASCII case (RFC 7515, section 4.1.9).
    func isMediaType(_ subtype: String) -> Bool {
        let folded = utf8.map(\.asciiLowercased)
        let wanted = subtype.utf8.map(\.asciiLowercased)
        return folded == wanted || folded == Array("application/".utf8) + wanted
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
