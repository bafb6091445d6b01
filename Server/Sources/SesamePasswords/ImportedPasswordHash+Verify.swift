import CCrypt
import CSodium
import Crypto
import Foundation
import SesameAccounts
import SesameCore
import _CryptoExtras

extension ImportedPasswordHash {
    /// Returns true if the password matches the hash, by the rules of the system that created it.
    func verify(_ password: Secret) -> Bool {
        let bytes = Array(password.exposed.utf8)
        switch algorithm {
        case .bcrypt: return Self.isBcrypt(bytes, hash)
        case .phpass: return Phpass(hash).map { Self.isSame($0.text(of: bytes), hash) } ?? false
        case .argon2: return Argon2id.verify(password, against: PasswordHash(String(decoding: hash, as: UTF8.self)))
        default: return made(of: bytes).map { Self.isSame($0, hash) } ?? false
        }
    }

    /// True if a check takes clearly less work than one with ``Argon2id/recommended``.
    var isCheap: Bool {
        switch algorithm {
        case .firebaseScrypt: (1 << memory) * rounds < Self.dearScrypt
        case .scrypt: memory * rounds * lanes < Self.dearScrypt
        case .bcrypt: (Int(String(decoding: hash.dropFirst(4).prefix(2), as: UTF8.self)) ?? 0) < Self.dearBcrypt
        case .argon2: (argon2Work ?? 0) < Argon2id.recommended.memory
        default: true
        }
    }

    /// The number of 128-byte blocks below which scrypt counts as cheap: half of what Firebase's own parameters fill.
    private static let dearScrypt = 1 << 16
    /// The bcrypt cost (binary logarithm of the number of rounds) below which a hash counts as cheap.
    private static let dearBcrypt = 9

    /// Returns the password's hash, computed with the algorithm, salt and parameters of the imported hash; nil if it
    /// cannot be computed.
    private func made(of password: [UInt8]) -> [UInt8]? {
        let salted = isSaltFirst ? salt + password : password + salt
        switch algorithm {
        case .firebaseScrypt:
            return Self.scrypt(password, salt + separator, cost: 1 << memory, blocks: rounds, lanes: 1, count: 32)
                .flatMap { Self.encrypted(key, under: $0) }
        case .scrypt: return Self.scrypt(password, salt, cost: memory, blocks: rounds, lanes: lanes, count: hash.count)
        case .pbkdf2SHA1:
            return PBKDF2<Insecure.SHA1>(password: password, salt: salt, rounds: rounds).key(of: hash.count)
        case .pbkdf2SHA256:
            return PBKDF2<SHA256>(password: password, salt: salt, rounds: rounds).key(of: hash.count)
        case .md5: return Self.digest(Insecure.MD5.self, salted, rounds)
        case .sha1: return Self.digest(Insecure.SHA1.self, salted, rounds)
        case .sha256: return Self.digest(SHA256.self, salted, rounds)
        case .sha384: return Self.digest(SHA384.self, salted, rounds)
        case .sha3: return Keccak.sha3(salted, count: hash.count)
        case .sha512: return Self.digest(SHA512.self, salted, rounds)
        case .hmacMD5: return code(Insecure.MD5.self, salted)
        case .hmacSHA1: return code(Insecure.SHA1.self, salted)
        case .hmacSHA256: return code(SHA256.self, salted)
        case .hmacSHA512: return code(SHA512.self, salted)
        case .bcrypt, .argon2, .phpass: return nil
        }
    }

    private func code<Hash: HashFunction>(_ hash: Hash.Type, _ message: [UInt8]) -> [UInt8] {
        Array(HMAC<Hash>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }

    private static func digest<Hash: HashFunction>(_ hash: Hash.Type, _ message: [UInt8], _ rounds: Int) -> [UInt8] {
        (0..<rounds).reduce(message) { bytes, _ in Array(Hash.hash(data: bytes)) }
    }

    private static func scrypt(
        _ password: [UInt8], _ salt: [UInt8], cost: Int, blocks: Int, lanes: Int, count: Int
    ) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: count)
        // An empty array may have no address, which the library rejects.
        let (password, salt) = (password + [0], salt + [0])
        let code = crypto_pwhash_scryptsalsa208sha256_ll(
            password, password.count - 1, salt, salt.count - 1, UInt64(cost), UInt32(blocks), UInt32(lanes), &output,
            count)
        return code == 0 ? output : nil
    }

    /// Encrypts text by AES-256 in counter mode, from counter zero; nil if the key's length is invalid.
    private static func encrypted(_ text: [UInt8], under key: [UInt8]) -> [UInt8]? {
        let key = SymmetricKey(data: key)
        var output: [UInt8] = []
        for (number, start) in stride(from: 0, to: text.count, by: 16).enumerated() {
            var block = [UInt8](repeating: 0, count: 8) + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
            guard (try? AES.permute(&block, key: key)) != nil else { return nil }
            output += zip(text[start..<min(start + 16, text.count)], block).map { $0 ^ $1 }
        }
        return output
    }

    /// Returns true if the password matches a bcrypt hash. bcrypt ends at a NUL, so a password with a NUL never
    /// matches.
    private static func isBcrypt(_ password: [UInt8], _ hash: [UInt8]) -> Bool {
        guard !password.contains(0) else { return false }
        let setting = hash.map(CChar.init(bitPattern:)) + [0]
        let phrase = password.map(CChar.init(bitPattern:)) + [0]
        let size = 32_768
        let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { room.deallocate() }
        room.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        guard let made = crypt_rn(phrase, setting, room, Int32(size)) else { return false }
        return isSame(Array(String(cString: made).utf8), hash)
    }

    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The key derivation PBKDF2 (RFC 8018 section 5.2).
struct PBKDF2<Hash: HashFunction> {
    let password: [UInt8]
    let salt: [UInt8]
    let rounds: Int

    /// Derives a key of `count` bytes from the password and the salt.
    func key(of count: Int) -> [UInt8] {
        let key = SymmetricKey(data: password)
        var output: [UInt8] = []
        var number: UInt32 = 0
        while output.count < count {
            number += 1
            let index = withUnsafeBytes(of: number.bigEndian) { Array($0) }
            var last = Array(HMAC<Hash>.authenticationCode(for: salt + index, using: key))
            var block = last
            for _ in 1..<max(1, rounds) {
                last = Array(HMAC<Hash>.authenticationCode(for: last, using: key))
                for index in block.indices { block[index] ^= last[index] }
            }
            output += block
        }
        return Array(output.prefix(count))
    }
}
