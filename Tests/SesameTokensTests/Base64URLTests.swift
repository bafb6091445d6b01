import SesameTokens
import Testing

@Suite struct Base64URLTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the vectors of RFC 4648 are encoded and decoded without padding`(plain: String, encoded: String) {
        #expect(Base64URL.encode(plain.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test func `the last two symbols are minus and underscore`() {
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode("-_8") == [0xFB, 0xFF])
    }

    @Test(arguments: [
        "Zg==", "Zg=", "Zm8=", "Z", "Zm9vY", "+_8", "-/8", " Zg", "Zg ", "Zg\n", "Z g", "Zg\r\n", "Zm9v.", "Zm9v\0",
        "Zé", "Zh", "Zm9", "QR", "Zm9vYh", "\u{FF3A}g", "Zg%3D",
    ])
    func `padding, white space, other alphabets and loose bits are rejected`(text: String) {
        #expect(Base64URL.decode(text) == nil)
        #expect(Base64URL.decode(Array(text.utf8)) == nil)
    }

    @Test func `every byte has exactly one encoding`() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var seen: Set<[UInt8]> = []
        for first in alphabet {
            for second in alphabet {
                guard let bytes = Base64URL.decode([first, second]) else { continue }
                #expect(seen.insert(bytes).inserted)
                #expect(Base64URL.encodedBytes(bytes) == [first, second])
            }
        }
        #expect(seen.count == 256)
    }

    @Test func `bytes of any length are decoded unchanged`() {
        for length in 0..<200 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
            #expect(Base64URL.decode(Base64URL.encodedBytes(bytes)[...]) == bytes)
        }
    }
}
