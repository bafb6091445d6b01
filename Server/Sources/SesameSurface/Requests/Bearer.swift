import NIOHTTP1
package import SesameAccounts
package import SesameCore
import SesameHTTP

extension HTTPRequest {
    /// The token of the one `Authorization: Bearer` header (RFC 6750 section 2.1).
    ///
    /// A token anywhere else, or a second header, is no credential.
    package func bearer() throws(Refusal) -> Secret {
        let values = headers["Authorization"]
        guard values.count == 1, let value = values.first else {
            var refusal = Refusal(
                .notAuthenticated, values.isEmpty ? "send Authorization: Bearer" : "Authorization is given twice",
                field: "Authorization")
            refusal.isOfNothing = values.isEmpty
            throw refusal
        }
        let bytes = Array(value.utf8)
        let scheme = Array("bearer ".utf8)
        guard bytes.count > scheme.count, zip(bytes, scheme).allSatisfy({ $0 | 0x20 == $1 }) else {
            throw Refusal(.notAuthenticated, "send Authorization: Bearer", field: "Authorization")
        }
        let token = bytes.dropFirst(scheme.count)
        guard token.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw Refusal(.notAuthenticated, "the bearer token is malformed")
        }
        return Secret(String(decoding: token, as: UTF8.self))
    }
}
