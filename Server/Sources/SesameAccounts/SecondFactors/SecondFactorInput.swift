package import SesameCore

/// A code for a second factor, as presented by a client.
package enum SecondFactorInput: Sendable {
    /// The digits from an authenticator app or a text. `factor` is the id of the factor; nil to try all of the
    /// account's factors.
    case code(Secret, factor: String? = nil)
    /// A recovery code; case, spaces and hyphens do not matter.
    case recoveryCode(Secret)
}

extension SecondFactorInput {
    /// Creates the input from a text field that accepts both kinds of code: six digits, with or without spaces, are a
    /// code from an app or a text; anything else is a recovery code.
    package init(typed text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        let isCode = digits.count == 6 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self = isCode ? .code(Secret(String(decoding: digits, as: UTF8.self))) : .recoveryCode(Secret(text))
    }
}
