import CSodium
import SesameAccounts
import SesameCore

/// The cost parameters of the password hash Argon2id (RFC 9106). A hash is text that contains them:
/// `$argon2id$v=19$m=…,t=…,p=1$salt$hash`.
package struct Argon2id: Sendable, Equatable {
    /// The number of passes over the memory.
    package let passes: Int
    /// The memory in KiB.
    package let memory: Int

    /// The minimum that OWASP's cheat sheet recommends: 19 MiB, two passes.
    package static let recommended = Argon2id(passes: 2, memory: 19 * 1_024)
    /// The smallest parameters that the library accepts, for fast tests.
    package static let minimal = Argon2id(passes: 1, memory: 8)

    package init(passes: Int, memory: Int) {
        self.passes = passes
        self.memory = memory
    }

    /// Hashes a password with a new random salt; nil if the memory is not available.
    func hash(_ password: Secret) -> PasswordHash? {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let done = password.withCharacters { bytes, count in
            crypto_pwhash_str_alg(
                &text, bytes, count, UInt64(passes), memory * 1_024, crypto_pwhash_ALG_ARGON2ID13)
        }
        guard done == 0 else { return nil }
        return PasswordHash(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Returns true if the password matches the hash, computed with the parameters in the hash.
    static func verify(_ password: Secret, against hash: PasswordHash) -> Bool {
        let text = hash.text.utf8.map(CChar.init(bitPattern:)) + [0]
        guard text.count <= Int(crypto_pwhash_STRBYTES) else { return false }
        return password.withCharacters { bytes, count in
            crypto_pwhash_str_verify(text, bytes, count)
        } == 0
    }

    /// Returns true if the hash was made with the same passes and memory, and one lane (`p=1`).
    func made(_ hash: PasswordHash) -> Bool {
        hash.text.hasPrefix("$argon2id$v=19$m=\(memory),t=\(passes),p=1$")
    }
}

extension Secret {
    /// Calls the closure with the bytes as C characters, including any NUL.
    func withCharacters<Result>(_ body: (UnsafePointer<CChar>, UInt64) -> Result) -> Result {
        // One more byte, so that an empty secret has an address, too.
        let bytes = exposed.utf8.map(CChar.init(bitPattern:)) + [0]
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { body($0, UInt64(buffer.count - 1)) } ?? body("", 0)
        }
    }
}
