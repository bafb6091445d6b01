import Foundation

extension ProviderKey {
    /// The private key as PKCS #8 in PEM, the format of Google's service account keys.
    var pkcs8: String {
        let pkcs1 = [UInt8](privateKeyDER)
        // Version 0, and the algorithm rsaEncryption (RFC 5208 section 5, RFC 8017 appendix C).
        let head: [UInt8] = [
            0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
        let content = Self.element(0x30, head + Self.element(0x04, pkcs1))
        let lines = Data(content).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN PRIVATE KEY-----\n\(lines)\n-----END PRIVATE KEY-----\n"
    }

    /// Returns the DER encoding of an element with the tag and the content, which has at most 65,535 bytes.
    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count
        let head: [UInt8] =
            length < 128
            ? [UInt8(length)]
            : length < 256 ? [0x81, UInt8(length)] : [0x82, UInt8(length >> 8), UInt8(length & 0xff)]
        return [tag] + head + content
    }
}
