import NIOHTTP1
package import SesameAccounts
package import SesameCore
import SesameHTTP

extension HTTPRequest {
    /// Returns the token of the single `Authorization: Bearer` header (RFC 6750 section 2.1). Throws `notAuthenticated`
    /// if the header is missing, repeated or malformed.
    ///
    /// A token anywhere else in the request is ignored.
    package func bearer() throws(AccountError) -> Secret {
        let values = headers["Authorization"]
        guard values.count == 1, var value = values.first else {
            var refusal = AccountError(
                .notAuthenticated,
                values.isEmpty ? "Authorization: Bearer is required" : "duplicate Authorization header",
                field: "Authorization")
            refusal.isOfNothing = values.isEmpty
            throw refusal
        }
        guard value.withUTF8(\.beginsWithBearer) else {
            throw AccountError(.notAuthenticated, "Authorization: Bearer is required", field: "Authorization")
        }
        var token = String(Substring(value.utf8.dropFirst("bearer ".utf8.count)))
        guard token.withUTF8(\.arePrintable) else {
            throw AccountError(.notAuthenticated, "the bearer token is malformed")
        }
        return Secret(token)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True if the text begins with `bearer` in upper or lower case and a space, followed by at least one character.
    fileprivate var beginsWithBearer: Bool {
        let scheme: StaticString = "bearer "
        guard count > scheme.utf8CodeUnitCount else { return false }
        for index in 0..<scheme.utf8CodeUnitCount where self[index] | 0x20 != scheme.utf8Start[index] { return false }
        return true
    }

    /// True if all bytes are printable ASCII without spaces. The loop has no early exit, so that many bytes are
    /// compared at once: the check runs for every request and nearly always succeeds.
    fileprivate var arePrintable: Bool {
        var others: UInt8 = 0
        for byte in self { others |= byte &- 0x21 > 0x5d ? 1 : 0 }
        return others == 0
    }
}
