import Foundation
import SesameCore
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts
@testable import SesamePasswords

struct ImportedPasswordHashTests {
    private static func hash(
        _ algorithm: ImportedPasswordHash.Algorithm, _ hex: String,
        _ change: (inout ImportedPasswordHash) -> Void = { _ in }
    ) -> ImportedPasswordHash {
        var hash = ImportedPasswordHash(algorithm, bytes(hex))
        hash.salt = Array("pepper&salt".utf8)
        change(&hash)
        return hash
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private static func base64(_ text: String) -> [UInt8] { Data(base64Encoded: text).map(Array.init) ?? [] }

    /// Hashes of one password, created by other programs.
    static let hashes = [
        Self.hash(.md5, "1ea7b9a304b330709406d9489a5f1081") { hash in
            hash.rounds = 3
            hash.isSaltFirst = true
        },
        Self.hash(.sha1, "a5dc09a476b09ec365c0399eb4596be5d04590ae") { hash in
            hash.rounds = 2
            hash.isSaltFirst = true
        },
        Self.hash(.sha256, "9ef038d476fd04c5e74777d7be6814ad1ea9422634a9d01de4657221e3974719") { hash in
            hash.rounds = 1
            hash.isSaltFirst = false
        },
        Self.hash(
            .sha512,
            "b33caaccd6ffea917e2cbf8987ac8b5ea40ad86f5e31763432a3093eb8585b367cf136ee55e3319882e1f14d2d3fd126233960566cfab2db6e1d913bc21515c9"
        ) { hash in
            hash.rounds = 5
            hash.isSaltFirst = true
        },
        Self.hash(.hmacMD5, "fc6a42429494935d146b347321dea46d") { $0.key = Array("a key of the other system".utf8) },
        Self.hash(.hmacSHA1, "1cfe1fd3c3ec7b2983101bccb8a6b562cfed72c8") {
            $0.key = Array("a key of the other system".utf8)
        },
        Self.hash(.hmacSHA256, "56d112914c9a0c77eecaa2738bef43abe5e2825aae634d7e036958a7f5289fdf") {
            $0.key = Array("a key of the other system".utf8)
        },
        Self.hash(
            .hmacSHA512,
            "b4965f5fcefdb03011a7bc624b0b872a51de53c726475bc5ae2983012bf0d9c13b1383402f23a75441aaaa150b34f08d10ac4e9cf3cff8dc90d7b30891a588f8"
        ) { $0.key = Array("a key of the other system".utf8) },
        Self.hash(.pbkdf2SHA1, "2e4906b7d4428d28f8ca8128b14ac5ddb17fdfee") { $0.rounds = 900 },
        Self.hash(.pbkdf2SHA256, "4aebaf8d0e3df3e67e584229a984d021e8cd3ae39acf2302350a89e542dc3e84") {
            $0.rounds = 900
        },
        Self.hash(
            .scrypt, "349b9754e66bade5ef8dbf7e8c6545e1c9faa4ae5eb4c19044bd067727a892cac22e6b48420afac14cd570699a6948c1"
        ) { hash in
            hash.memory = 64
            hash.rounds = 4
            hash.lanes = 2
        },
    ]

    @Test(arguments: hashes)
    func `another system's hash is checked by its own rules`(hash: ImportedPasswordHash) throws {
        #expect(hash.refusal() == nil)
        let kept = try #require(ImportedPasswordHash(hash.kept))
        #expect(kept == hash)
        #expect(kept.verify(PasswordRig.password))
        #expect(!kept.verify(PasswordRig.other))
        var salted = kept
        salted.salt.append(1)
        #expect(!salted.verify(PasswordRig.password))
    }

    /// The sample hash of github.com/firebase/scrypt.
    private static let firebase: ImportedPasswordHash = {
        var hash = ImportedPasswordHash(
            .firebaseScrypt,
            base64("lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="))
        hash.salt = base64("42xEC+ixf3L2lw==")
        hash.separator = base64("Bw==")
        hash.key = base64("jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==")
        hash.rounds = 8
        hash.memory = 14
        return hash
    }()

    @Test func `Firebase's published example is verified`() throws {
        #expect(Self.firebase.refusal() == nil)
        #expect(try #require(ImportedPasswordHash(Self.firebase.kept)).verify(Secret("user1password")))
        #expect(!Self.firebase.verify(Secret("user2password")))
    }

    @Test func `bcrypt and Argon2 hashes are read from their own text formats`() throws {
        let bcrypt = ImportedPasswordHash(
            .bcrypt, Array("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW".utf8))
        #expect(bcrypt.refusal() == nil && bcrypt.verify(Secret("U*U")))
        #expect(!bcrypt.verify(Secret("U*V")) && !bcrypt.verify(Secret("U*U\u{0}")))
        let own = try #require(Argon2id.minimal.hash(PasswordRig.password))
        let argon2 = ImportedPasswordHash(.argon2, Array(own.text.utf8))
        #expect(argon2.refusal() == nil && argon2.verify(PasswordRig.password) && !argon2.verify(PasswordRig.other))
    }

    /// The password of the hashes in Appwrite's own tests.
    private static let appwrite = Secret("appwrite")

    @Test func `hash formats that Appwrite imports are checked by their own rules`() throws {
        var scrypt = ImportedPasswordHash(
            .scrypt,
            Self.bytes(
                "3fdef49701bc4cfaacd551fe017283513284b4731e6945c263246ef948d3cf63"
                    + "b5d269c31fd697246085111a428245e24a4ddc6b64c687bc60a8910dbafc1d5b"))
        scrypt.salt = Array("appwrite".utf8)
        (scrypt.memory, scrypt.rounds, scrypt.lanes) = (16_384, 13, 2)
        let sha384 = Self.bytes(
            "ed6436743c51a62d3454de8559beb59d923fbb730ae6028043112ecc8520cee566c539b98383c12259a133043c1e4495")
        for hash in [
            scrypt, ImportedPasswordHash(.phpass, Array("$P$Br387rwferoKN7uwHZqNMu98q3U8RO.".utf8)),
            ImportedPasswordHash(.sha384, sha384),
        ] {
            #expect(hash.refusal() == nil)
            let kept = try #require(ImportedPasswordHash(hash.kept))
            #expect(kept.verify(Self.appwrite) && !kept.verify(Secret("appwrites")), "\(hash.algorithm)")
        }
    }

    /// The hashes were created with Python's `hashlib`.
    @Test(arguments: [
        "0c296671cc07839c117fe3e823057f812a258fc53ce42de8cf37f54a",
        "4239638106623e1a9bf327f6d06acb116297d52aa9c8b374934385655cee557e"
            + "0ecd089fc1672a214b58b807a705adbdb586ca47be6ffb3859c345b1d1b4ed70",
    ])
    func `SHA-3 hashes match FIPS 202`(hex: String) {
        let hash = ImportedPasswordHash(.sha3, Self.bytes(hex))
        #expect(hash.refusal() == nil && hash.verify(PasswordRig.password) && !hash.verify(PasswordRig.other))
    }

    @Test(arguments: [0, 71, 72, 73, 143, 144, 500])
    func `SHA-3 pads input correctly at every block boundary`(length: Int) {
        let known = [
            0: "a69f73cca23a9ac5", 71: "070faf98d2a8fddf", 72: "a8ae722a78e10cbb", 73: "23e6a8815f8201db",
            143: "1dfc536c0ef79e00", 144: "446cd4d7ba19510d", 500: "8d1cec1a0beb9a0b",
        ]
        let hash = Keccak.sha3([UInt8](repeating: 0x61, count: length), count: 64)
        #expect(known[length].map { Self.bytes($0) == Array(hash.prefix(8)) } == true)
    }

    @Test(arguments: [
        hash(.bcrypt, "") { _ in },
        ImportedPasswordHash(.bcrypt, Array("$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW".utf8)),
        ImportedPasswordHash(.argon2, Array("$argon2id$v=19$m=9999999,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g".utf8)),
        ImportedPasswordHash(.argon2, Array("$argon2id$v=19$m=65536,t=4294967295,p=1$c2FsdHNhbHQ$aGFzaGhhc2g".utf8)),
        ImportedPasswordHash(.argon2, Array("$argon2id$v=19$m=65536,t=17,p=1$c2FsdHNhbHQ$aGFzaGhhc2g".utf8)),
        ImportedPasswordHash(.argon2, Array("$argon2id$v=19$m=1024,t=1,p=99$c2FsdHNhbHQ$aGFzaGhhc2g".utf8)),
        hash(.pbkdf2SHA256, String(repeating: "ab", count: 32)) { $0.rounds = 100_000_000 },
        hash(.pbkdf2SHA1, String(repeating: "ab", count: 256)) { $0.rounds = 1_000 },
        hash(.scrypt, String(repeating: "ab", count: 32)) { $0.memory = 1 << 62 },
        hash(.scrypt, String(repeating: "ab", count: 32)) { hash in
            hash.memory = 1 << 20
            hash.rounds = 16
        },
        hash(.scrypt, String(repeating: "ab", count: 32)) { $0.memory = 1_000 },
        hash(.firebaseScrypt, String(repeating: "ab", count: 32)) { $0.memory = 30 },
        ImportedPasswordHash(.phpass, Array("$P$zr387rwferoKN7uwHZqNMu98q3U8RO.".utf8)),
        ImportedPasswordHash(.phpass, Array("$P$.r387rwferoKN7uwHZqNMu98q3U8RO.".utf8)),
        ImportedPasswordHash(.phpass, Array("$P$Br387rwferoKN7uwHZqNMu98q3U8RO".utf8)),
        hash(.sha3, String(repeating: "ab", count: 20)),
        hash(.hmacSHA256, String(repeating: "ab", count: 32)), hash(.sha256, "abcd"),
        hash(.sha256, String(repeating: "ab", count: 32)) { $0.rounds = 0 },
    ])
    func `a malformed, too costly or too weak hash is rejected`(hash: ImportedPasswordHash) {
        #expect(hash.refusal()?.field == "password")
    }

    @Test func `a wrong password costs at least the work of our own hash, whatever hash is stored`() async throws {
        let checks = Locked(0)
        let passwords = try PasswordService(.minimal, threads: 1, observer: { checks.withLock { $0 += 1 } })
        func work(_ kept: PasswordHash?) async throws -> Int {
            checks.withLock { $0 = 0 }
            #expect(try await passwords.verify(Secret("wrong and long"), against: kept) == .mismatch)
            return checks.withLock(\.self)
        }
        #expect(try await work(nil) == 1)
        #expect(try await work(try await passwords.hash(PasswordRig.password)) == 1)
        for hash in Self.hashes where ![.scrypt, .bcrypt, .firebaseScrypt].contains(hash.algorithm) {
            #expect(try await work(hash.kept) == 1, "\(hash.algorithm)")
        }
        let weak = "$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA"
        #expect(try await work(ImportedPasswordHash(.argon2, Array(weak.utf8)).kept) == 1)
        let bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
        #expect(try await work(ImportedPasswordHash(.bcrypt, Array(bcrypt.utf8)).kept) == 1)
        var scrypt = Self.hash(.scrypt, "00112233445566778899aabbccddeeff")
        (scrypt.memory, scrypt.rounds, scrypt.lanes) = (8, 14, 1)
        #expect(try await work(scrypt.kept) == 1)
        // The foreign hash alone costs at least as much work as our own.
        #expect(try await work(Self.firebase.kept) == 0)
        let dear = bcrypt.replacing("$05$", with: "$10$")
        #expect(try await work(ImportedPasswordHash(.bcrypt, Array(dear.utf8)).kept) == 0)
    }

    @Test func `an imported password signs in and is rehashed with our own algorithm`()
        async throws
    {
        let rig = try await PasswordRig()
        _ = try await rig.signUp()
        var login = try #require(try await rig.login())
        login.password = Self.firebase.kept
        try await rig.storage.engine.write { [login] transaction throws(StorageError) in try transaction.update(login) }
        #expect(try await rig.code { _ = try await rig.signIn(1, PasswordRig.other) } == .invalidCredentials)
        #expect(try await rig.login()?.password == Self.firebase.kept)
        _ = try await rig.signIn(1, Secret("user1password"))
        #expect(try await rig.login()?.password?.text.hasPrefix("$argon2id$") == true)
        _ = try await rig.signIn(1, Secret("user1password"))
    }
}
