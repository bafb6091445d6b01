import Crypto

/// A symmetric key of at least 32 bytes: a root key, or a key derived from one for a single purpose.
struct DerivedKey: Sendable {
    // swift-crypto's own key type is not `Sendable` in the versions that the package supports.
    private let bytes: [UInt8]

    init(_ key: SymmetricKey) {
        bytes = key.withUnsafeBytes { Array($0) }
    }

    /// The key in swift-crypto's type.
    var symmetric: SymmetricKey { SymmetricKey(data: bytes) }

    /// Returns the HMAC-SHA-256 of a message.
    func code(for message: some Sequence<UInt8>) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(message), using: symmetric))
    }

    /// Returns true if the code is the HMAC-SHA-256 of the message; compares in constant time.
    func isCode(_ code: some Sequence<UInt8>, of message: some Sequence<UInt8>) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(Array(code), authenticating: Array(message), using: symmetric)
    }
}

extension DerivedKey: CustomStringConvertible, CustomReflectable {
    var description: String { "‹redacted›" }
    var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
