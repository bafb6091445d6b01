import SesameCore
import SesameWire

/// A password hash of another system. It is verified with that system's algorithm until the user's first sign-in; then
/// the password is hashed again with this server's algorithm.
package struct ImportedPasswordHash: Sendable, Hashable {
    /// The algorithm of another system's hash. The raw value is stored with the hash, and is Firebase's name of the
    /// algorithm if Firebase supports it.
    package enum Algorithm: String, Sendable, CaseIterable {
        /// Firebase's modified scrypt: scrypt, then AES-256 encryption of the project's signer key.
        case firebaseScrypt = "SCRYPT"
        /// scrypt (RFC 7914).
        case scrypt = "STANDARD_SCRYPT"
        /// bcrypt; the hash is the complete text, `$2b$…`.
        case bcrypt = "BCRYPT"
        /// Argon2; the hash is the complete text, `$argon2id$…`.
        case argon2 = "ARGON2"
        /// PBKDF2 with HMAC-SHA-1.
        case pbkdf2SHA1 = "PBKDF_SHA1"
        /// PBKDF2 with HMAC-SHA-256.
        case pbkdf2SHA256 = "PBKDF2_SHA256"
        /// MD5, in a number of rounds.
        case md5 = "MD5"
        /// SHA-1, in a number of rounds.
        case sha1 = "SHA1"
        /// SHA-256, in a number of rounds.
        case sha256 = "SHA256"
        /// SHA-384, in a number of rounds.
        case sha384 = "SHA384"
        /// SHA-512, in a number of rounds.
        case sha512 = "SHA512"
        /// SHA-3 (FIPS 202), with the output length of the hash.
        case sha3 = "SHA3"
        /// phpass, the portable hash of PHP programs; the hash is the complete text, `$P$…` or `$H$…`.
        case phpass = "PHPASS"
        /// HMAC-MD5 with a key.
        case hmacMD5 = "HMAC_MD5"
        /// HMAC-SHA-1 with a key.
        case hmacSHA1 = "HMAC_SHA1"
        /// HMAC-SHA-256 with a key.
        case hmacSHA256 = "HMAC_SHA256"
        /// HMAC-SHA-512 with a key.
        case hmacSHA512 = "HMAC_SHA512"
    }

    package let algorithm: Algorithm
    package let hash: [UInt8]
    package var salt: [UInt8] = []
    /// The signer key, or the HMAC key.
    package var key: [UInt8] = []
    /// The separator that Firebase's modified scrypt appends to the salt.
    package var separator: [UInt8] = []
    /// The number of rounds; for scrypt the block size.
    package var rounds = 1
    /// The CPU and memory cost of scrypt; for Firebase's modified scrypt the base-2 logarithm of that cost.
    package var memory = 0
    /// The parallelization of scrypt.
    package var lanes = 1
    /// True if the salt precedes the password in the hashed text.
    package var isSaltFirst = true

    package init(_ algorithm: Algorithm, _ hash: [UInt8]) {
        self.algorithm = algorithm
        self.hash = hash
    }

    /// Returns the error if the hash is not accepted, because its parameters are invalid, too expensive to check or too
    /// cheap to guess; otherwise nil.
    package func refusal() -> AccountError? {
        let isSound: Bool
        switch algorithm {
        case .firebaseScrypt:
            isSound = (1...8).contains(rounds) && (1...14).contains(memory) && !key.isEmpty
        case .scrypt:
            isSound =
                (1...16).contains(rounds) && (1...16).contains(lanes) && memory.nonzeroBitCount == 1
                && (2...1 << 20).contains(memory) && memory * rounds * 128 <= 64 << 20
        case .bcrypt:
            let text = String(decoding: hash, as: UTF8.self)
            isSound =
                hash.count == 60 && ["$2a$", "$2b$", "$2y$"].contains { text.hasPrefix($0) }
                && (Int(text.dropFirst(4).prefix(2)).map { (4...15).contains($0) } ?? false)
        case .argon2:
            let text = String(decoding: hash, as: UTF8.self)
            isSound =
                hash.count < 128 && (text.hasPrefix("$argon2id$") || text.hasPrefix("$argon2i$"))
                && Self.isBearable(argon2: text)
        case .pbkdf2SHA1, .pbkdf2SHA256:
            isSound = (1...1_000_000).contains(rounds) && (16...64).contains(hash.count)
        case .phpass: isSound = Phpass(hash)?.isSound ?? false
        case .sha3: isSound = rounds == 1 && [28, 32, 48, 64].contains(hash.count)
        case .md5, .sha1, .sha256, .sha384, .sha512: isSound = (1...8_192).contains(rounds)
        case .hmacMD5, .hmacSHA1, .hmacSHA256, .hmacSHA512: isSound = !key.isEmpty
        }
        guard isSound, (8...256).contains(hash.count), [salt, key, separator].allSatisfy({ $0.count <= 512 }) else {
            return AccountError(
                .invalidRequest, "the password hash has parameters that are not supported", field: "password")
        }
        return nil
    }

    /// Returns true if an Argon2 hash is cheap enough to check: at most 64 MiB of memory, 1,024 passes, 16 lanes, and 1
    /// GiB of memory in total over all passes.
    private static func isBearable(argon2 text: String) -> Bool {
        guard let (memory, passes, lanes) = settings(ofArgon2: text) else { return false }
        return (8...65_536).contains(memory) && (1...1_024).contains(passes) && (1...16).contains(lanes)
            && memory * passes <= 1 << 20
    }

    private static func settings(ofArgon2 text: String) -> (memory: Int, passes: Int, lanes: Int)? {
        let settings = text.split(separator: "$").flatMap { $0.split(separator: ",") }
        func value(_ name: String) -> Int? {
            settings.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.utf8.count)) }
        }
        guard let memory = value("m="), let passes = value("t="), let lanes = value("p=") else { return nil }
        return (memory, passes, lanes)
    }

    /// The total memory that an Argon2 hash processes over all passes, in KiB; nil for other hashes.
    package var argon2Work: Int? {
        guard algorithm == .argon2 else { return nil }
        return Self.settings(ofArgon2: String(decoding: hash, as: UTF8.self)).map { $0.memory * $0.passes }
    }
}

extension ImportedPasswordHash {
    /// The hash in its stored form, a JSON text.
    package var kept: PasswordHash {
        func hex(_ bytes: [UInt8]) -> JSONValue {
            .string(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        }
        let json: JSONObject = [
            "algorithm": .string(algorithm.rawValue), "hash": hex(hash), "salt": hex(salt), "key": hex(key),
            "separator": hex(separator), "rounds": .integer(Int64(rounds)), "memory": .integer(Int64(memory)),
            "lanes": .integer(Int64(lanes)), "saltFirst": .bool(isSaltFirst),
        ]
        return PasswordHash(String(decoding: json.serialized(), as: UTF8.self))
    }

    /// Reads a stored hash in the form of ``kept``; returns nil for a hash of this server's own algorithm.
    package init?(_ kept: PasswordHash) {
        guard kept.text.hasPrefix("{"), let json = (try? JSONValue(parsing: Array(kept.text.utf8)))?.object,
            let algorithm = json["algorithm"]?.string.flatMap(Algorithm.init)
        else { return nil }
        func bytes(_ name: String) -> [UInt8] {
            let digits = (json[name]?.string ?? "").compactMap(\.hexDigitValue)
            return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        }
        self.init(algorithm, bytes("hash"))
        (salt, key, separator) = (bytes("salt"), bytes("key"), bytes("separator"))
        rounds = json["rounds"]?.integer.map { Int($0) } ?? 1
        memory = json["memory"]?.integer.map { Int($0) } ?? 0
        lanes = json["lanes"]?.integer.map { Int($0) } ?? 1
        isSaltFirst = json["saltFirst"]?.bool ?? true
    }
}
