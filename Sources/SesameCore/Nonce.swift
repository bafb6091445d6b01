import Crypto

/// A one-time value that ties a provider's ID token to the sign-in it was asked for.
///
/// The server issues it (`POST /v1/challenges`) and takes it once. Google puts the value itself into its token; Apple's
/// sheet is given ``sha256Hex``, and that is what its token carries.
public struct Nonce: Sendable, Hashable {
    /// The nonce as it was issued.
    public let value: Secret

    /// Wraps a nonce as it was issued.
    public init(_ value: Secret) {
        self.value = value
    }

    /// The lower-case hexadecimal SHA-256 of the value's UTF-8 bytes.
    public var sha256Hex: String {
        SHA256.hash(data: Array(value.exposed.utf8)).reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }
}
