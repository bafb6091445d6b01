import SesameCore
import SesameTokens
import SesameWire

extension ProviderKey {
    /// Returns a JWT signed with the key; on request with a broken or empty signature.
    func token(
        header: JSONObject, claims: JSONObject, signature: MintRequest.Signature
    ) throws(ProviderError) -> String {
        try CompactJWS.sign(header: header, payload: claims.serialized()) { input throws(ProviderError) in
            switch signature {
            case .empty:
                return []
            case .valid:
                return try self.signature(of: input)
            case .broken:
                var signature = try self.signature(of: input)
                if let last = signature.popLast() { signature.append(last ^ 1) }
                return signature
            }
        }
    }
}
