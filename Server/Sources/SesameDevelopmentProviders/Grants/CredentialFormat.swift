import SesameTokens

/// The type of a credential: an authorization code, an access token or a refresh token. Each vendor has its own format
/// for each type, so that clients see realistic lengths and characters.
enum CredentialFormat: Sendable {
    case code
    case access
    case refresh

    /// Returns a new random credential in Google's format.
    func google(_ random: (Int) -> [UInt8]) -> String {
        switch self {
        case .code: "4/0A" + Base64URL.encode(random(51))
        case .access: "ya29.a0A" + Base64URL.encode(random(120))
        case .refresh: "1//0" + Base64URL.encode(random(72))
        }
    }

    /// Returns a new random credential in Apple's format: a letter and 32 hexadecimal digits, `0`, four letters and 22
    /// symbols, separated by dots.
    func apple(_ random: (Int) -> [UInt8]) -> String {
        let letter =
            switch self {
            case .code: "c"
            case .access: "a"
            case .refresh: "r"
            }
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        let digits = random(16).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
        let word = String(decoding: random(4).map { alphabet[Int($0) % alphabet.count] }, as: UTF8.self)
        return "\(letter)\(digits).0.\(word).\(Base64URL.encode(random(16)))"
    }
}
