import Foundation
package import SesameCore
import SesameWire

/// The claims of a token whose signature was not verified here. Use them to look up stored values or to fill in a form,
/// never to authenticate a user.
package struct UnverifiedClaims: Sendable {
    private let claims: JSONObject

    /// Parses the payload of a JWT; returns nil if it is invalid.
    package init?(_ token: Secret) {
        let parts = token.exposed.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let text = String(parts[1]) else { return nil }
        let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64 + padding),
            let claims = (try? JSONValue(parsing: Array(bytes), limits: .default))?.object
        else { return nil }
        self.claims = claims
    }

    /// Returns a claim's text; nil if it is empty or not a string.
    package subscript(name: String) -> String? {
        claims[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The seconds from the token's issue to its expiry (RFC 7519, sections 4.1.4 and 4.1.6); nil if either claim is
    /// missing or not an integer.
    package var lifetime: Int64? {
        guard let expiry = claims["exp"]?.integer, let issue = claims["iat"]?.integer else { return nil }
        let (lifetime, overflow) = expiry.subtractingReportingOverflow(issue)
        return overflow ? nil : lifetime
    }
}
