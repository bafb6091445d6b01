package import SesameCore
import SesameWire

/// A password hash as Appwrite represents it: the algorithm, the hash, and its parameters.
package struct AppwriteHash {
    /// A member of Appwrite's hash models: the hash itself or a parameter.
    package enum Member: String, Sendable {
        case password
        /// The salt: text for scrypt, base64 for modified scrypt.
        case salt
        /// The separator that modified scrypt appends to the salt, in base64.
        case saltSeparator
        /// The signer key, in base64.
        case signerKey
        /// The CPU cost of scrypt.
        case costCpu
        /// The block size of scrypt.
        case costMemory
        /// The parallelization of scrypt.
        case costParallel
        /// The length of the hash, in bytes or in hexadecimal digits.
        case length
        /// The variant of SHA, for example `sha256` or `sha3-512`.
        case version
    }

    private let kind: String
    private let value: (Member) -> JSONValue?
    private let name: (Member) -> String

    /// Creates a hash without parsing it.
    ///
    /// - Parameters:
    ///   - kind: `argon2`, `bcrypt`, `md5`, `phpass`, `scrypt`, `scryptMod` or `sha`.
    ///   - name: Returns a member's name for error messages.
    ///   - value: Returns a member's value; nil if it is missing.
    package init(
        _ kind: String, name: @escaping (Member) -> String = \.rawValue, value: @escaping (Member) -> JSONValue?
    ) {
        (self.kind, self.name, self.value) = (kind, name, value)
    }

    /// Returns the parsed hash; throws if it is invalid, too expensive to check or too cheap to guess.
    package func foreign() throws(AccountError) -> ImportedPasswordHash {
        let hash = try read()
        if let refusal = hash.refusal() { throw AccountError(refusal.code, refusal.reason, field: name(.password)) }
        return hash
    }

    private func read() throws(AccountError) -> ImportedPasswordHash {
        switch kind {
        case "argon2": return ImportedPasswordHash(.argon2, Array(try text(.password).utf8))
        case "bcrypt": return ImportedPasswordHash(.bcrypt, Array(try text(.password).utf8))
        case "md5": return ImportedPasswordHash(.md5, try hexadecimal(.password))
        case "phpass":
            // If PHP supports bcrypt, phpass produces bcrypt hashes.
            let text = Array(try text(.password).utf8)
            return ImportedPasswordHash(text.starts(with: "$2".utf8) ? .bcrypt : .phpass, text)
        case "scrypt": return try scrypt()
        case "scryptMod":
            var hash = ImportedPasswordHash(.firebaseScrypt, try base64(.password))
            hash.salt = try base64(.salt)
            hash.separator = try base64(.saltSeparator)
            hash.key = try base64(.signerKey)
            (hash.rounds, hash.memory) = (8, 14)
            return hash
        case "sha": return try sha()
        default: throw fault(.password, "unknown kind of hash")
        }
    }

    private func scrypt() throws(AccountError) -> ImportedPasswordHash {
        var hash = ImportedPasswordHash(.scrypt, try hexadecimal(.password))
        hash.salt = Array(try text(.salt).utf8)
        hash.memory = try integer(.costCpu)
        hash.rounds = try integer(.costMemory)
        hash.lanes = try integer(.costParallel)
        guard [hash.hash.count, hash.hash.count * 2].contains(try integer(.length)) else {
            throw fault(.length, "must be the length of the hash")
        }
        return hash
    }

    private func sha() throws(AccountError) -> ImportedPasswordHash {
        let version = value(.version)?.string ?? "sha3-512"
        guard let known = Self.shaVersions.first(where: { $0.name.hasSameBytes(as: version) }) else {
            let names = Self.shaVersions.map(\.name).joined(separator: ", ")
            throw fault(.version, "must be one of \(names)")
        }
        let hash = ImportedPasswordHash(known.algorithm, try hexadecimal(.password))
        guard hash.hash.count == known.bits / 8 else { throw fault(.password, "must be \(known.bits) bits") }
        return hash
    }

    private static let shaVersions: [(name: String, algorithm: ImportedPasswordHash.Algorithm, bits: Int)] = [
        ("sha1", .sha1, 160), ("sha256", .sha256, 256), ("sha384", .sha384, 384), ("sha512", .sha512, 512),
        ("sha3-224", .sha3, 224), ("sha3-256", .sha3, 256), ("sha3-384", .sha3, 384), ("sha3-512", .sha3, 512),
    ]

    // MARK: Members

    private func text(_ member: Member) throws(AccountError) -> String {
        guard let text = value(member)?.string, (1...512).contains(text.utf8.count) else {
            throw fault(member, "must be a string of 1 to 512 bytes")
        }
        return text
    }

    private func hexadecimal(_ member: Member) throws(AccountError) -> [UInt8] {
        guard let bytes = ImportedPasswordHash.bytes(ofHexadecimal: try text(member)) else {
            throw fault(member, "must be hexadecimal digits")
        }
        return bytes
    }

    private func base64(_ member: Member) throws(AccountError) -> [UInt8] {
        guard let bytes = ImportedPasswordHash.bytes(ofBase64: try text(member)) else {
            throw fault(member, "must be base64")
        }
        return bytes
    }

    private func integer(_ member: Member) throws(AccountError) -> Int {
        guard let integer = value(member)?.integer, (1...1 << 20).contains(integer) else {
            throw fault(member, "must be a whole number from 1 to 1048576")
        }
        return Int(integer)
    }

    private func fault(_ member: Member, _ reason: String) -> AccountError {
        AccountError(.invalidRequest, reason, field: name(member))
    }
}
