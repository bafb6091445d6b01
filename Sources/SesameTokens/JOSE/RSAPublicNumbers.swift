/// The modulus and exponent of an acceptable RSA key. The limits are checked here, because swift-crypto also accepts
/// keys of 1024 bits.
struct RSAPublicNumbers {
    /// The modulus in big-endian order, without leading zeros.
    let modulus: [UInt8]
    /// The exponent in big-endian order, without leading zeros.
    let exponent: [UInt8]

    init(modulus: [UInt8], exponent: [UInt8]) throws(TokenError) {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard 2_048...4_096 ~= bits else { throw TokenError(.keys, "RSA key must have 2048 to 4096 bits") }
        guard modulus.last.map({ $0 & 1 }) == 1 else { throw TokenError(.keys, "RSA modulus is even") }
        // At most four bytes: larger exponents only slow down verification, and the library refuses them.
        let value = exponent.count <= 4 ? exponent.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } : 0
        guard value >= 65_537, value & 1 == 1 else { throw TokenError(.keys, "RSA exponent is not allowed") }
        self.modulus = modulus
        self.exponent = exponent
    }

    /// Parses `RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }`.
    init(pkcs1: [UInt8]) throws(TokenError) {
        var outer = DERReader(pkcs1[...])
        guard let sequence = outer.element(tag: 0x30), outer.isAtEnd else { throw TokenError(.keys, "not PKCS #1") }
        var inner = DERReader(sequence)
        guard let modulus = inner.element(tag: 0x02), let exponent = inner.element(tag: 0x02), inner.isAtEnd else {
            throw TokenError(.keys, "not PKCS #1")
        }
        try self.init(modulus: Array(modulus), exponent: Array(exponent))
    }

    /// The numbers as `RSAPublicKey` in DER.
    var pkcs1: [UInt8] {
        DERWriter.sequence(DERWriter.integer(modulus), DERWriter.integer(exponent))
    }
}

/// A reader of the few DER elements in an RSA key.
private struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the content of the next element if it has the given tag and a definite length; nil otherwise.
    mutating func element(tag: UInt8) -> ArraySlice<UInt8>? {
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let lengthBytes = rest.prefix(Int(first & 0x7F))
            guard 1...2 ~= lengthBytes.count, lengthBytes.count == Int(first & 0x7F) else { return nil }
            length = lengthBytes.reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(lengthBytes.count)
        }
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}
