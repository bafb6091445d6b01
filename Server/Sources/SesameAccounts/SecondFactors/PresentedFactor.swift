package import SesameCore

/// A second factor as it is presented.
package enum PresentedFactor: Sendable {
    /// Digits of an authenticator app or of a text; the id names the factor, where a client knows which one it is.
    case code(Secret, factor: String? = nil)
    /// A recovery code, whatever the case of its letters, with or without the hyphen.
    case recoveryCode(Secret)
}

extension PresentedFactor {
    /// Reads what was typed where any code would do: six digits are a code, anything else a recovery code.
    package init(typed text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        let isCode = digits.count == 6 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self = isCode ? .code(Secret(String(decoding: digits, as: UTF8.self))) : .recoveryCode(Secret(text))
    }
}
