/// The lowercase hexadecimal encoding.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    static func isLowerCaseDigit(_ byte: UInt8) -> Bool { digits.contains(byte) }
}
