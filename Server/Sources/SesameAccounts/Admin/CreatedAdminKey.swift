package import SesameCore

/// A key that was just created, with its secret text, which is shown only once.
package struct CreatedAdminKey: Sendable {
    /// The stored record, with a digest in place of the secret text.
    package let key: AdminKey
    /// The secret text, which the server does not store.
    package let text: Secret
}

/// The text of an admin key: `sk_`, the id, `_`, and 256 random bits, in letters and digits, so that a double click
/// selects it and a secret scanner recognizes it.
struct AdminKeyText {
    static let prefix = "sk_"
    private static let idLength = 13
    private static let secretLength = 52

    let id: String
    let digest: [UInt8]

    /// Parses a presented key: `sk_`, 13 characters of id, `_`, 52 characters; nil for any other form.
    init?(_ presented: Secret) {
        let bytes = Array(presented.exposed.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("sk".utf8), parts[1].count == Self.idLength,
            parts[2].count == Self.secretLength
        else { return nil }
        id = String(decoding: parts[1], as: UTF8.self)
        digest = SesameAccounts.digest(bytes)
    }

    /// Returns true if the text matches the record, in constant time.
    func opens(_ key: AdminKey) -> Bool {
        key.digest.isSame(as: digest)
    }

    /// Creates a random key, and returns its id and its secret text.
    static func make(_ environment: RuntimeEnvironment) -> (id: String, text: Secret) {
        let id = Base32.encode(environment.randomBytes(8))
        return (id, Secret("\(prefix)\(id)_\(Base32.encode(environment.randomBytes(32)))"))
    }
}
