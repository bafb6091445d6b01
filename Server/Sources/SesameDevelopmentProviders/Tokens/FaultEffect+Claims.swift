import SesameCore
import SesameWire

extension FaultEffect {
    /// Changes the claims as the effect requires; does nothing if the effect does not concern claims.
    func spoil(_ claims: inout JSONObject, of dialect: some ProviderDialect) {
        switch self {
        case .wrongIssuer:
            claims["iss"] = .string(dialect.wrongIssuer)
        case .stringBooleans:
            for name in ["email_verified", "is_private_email"] {
                claims[name] = claims[name]?.bool.map { .string($0 ? "true" : "false") }
            }
        case .nonceUnsupported:
            claims["nonce_supported"] = false
            claims.remove("nonce")
        case .missingEmail:
            for name in ["email", "email_verified", "is_private_email"] { claims.remove(name) }
        default:
            break
        }
    }
}
