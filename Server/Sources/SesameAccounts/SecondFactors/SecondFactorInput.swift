package import SesameCore

/// A second factor as presented by a client.
package enum SecondFactorInput: Sendable {
    /// The digits of an authenticator app or of a text; the id names the factor, if the client knows it.
    case code(Secret, factor: String? = nil)
    /// A recovery code, in upper or lower case, with or without the hyphen.
    case recoveryCode(Secret)
}

extension SecondFactorInput {
    /// Creates a factor from a field for any code: six digits are a code, any other text is a recovery code.
    package init(typed text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        let isCode = digits.count == 6 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self = isCode ? .code(Secret(String(decoding: digits, as: UTF8.self))) : .recoveryCode(Secret(text))
    }
}
