import Foundation
import SesameWire

/// The client id and secret in `Authorization: Basic` (RFC 6749 section 2.3.1).
struct BasicCredentials {
    let name: String
    let secret: String

    init?(_ authorization: String) {
        let scheme = "basic "
        guard authorization.prefix(scheme.count).lowercased().hasSameBytes(as: scheme),
            let data = Data(base64Encoded: String(authorization.dropFirst(scheme.count)))
        else { return nil }
        let parts = data.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = Self.decoded(parts[0]), let secret = Self.decoded(parts[1]) else {
            return nil
        }
        self.name = name
        self.secret = secret
    }

    private static func decoded(_ bytes: Data) -> String? {
        String(data: bytes, encoding: .utf8)?.removingPercentEncoding
    }
}
