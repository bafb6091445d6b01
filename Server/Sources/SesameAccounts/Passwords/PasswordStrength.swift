/// The resistance of a password to guessing, estimated from its length and its patterns.
package enum PasswordStrength: Int, Sendable, CaseIterable {
    /// Refused, or less than 12 characters.
    case weak = 1
    /// At least 12 characters.
    case fair
    /// At least 15 characters, which NIST SP 800-63B-4 asks of a password that stands alone.
    case strong

    /// Reckons by length. A pattern counts as one character, and a password of digits alone as half as long.
    init(of password: PlainPassword) {
        let patterns = PasswordPatterns(in: password)
        let length = patterns.rest + patterns.count
        let isNumber = password.characters.allSatisfy { ("0"..."9").contains($0) }
        switch isNumber ? length / 2 : length {
        case 15...: self = .strong
        case 12...: self = .fair
        default: self = .weak
        }
    }
}

/// The rule that a password broke.
package enum PasswordWeakness: RefusalAttachment, Equatable {
    /// It has fewer characters than the app asks.
    case short
    /// It contains the person's address or name, or is the app's name.
    case personal
    /// It is mostly a run, a sequence, a way along the keyboard or a date, or repeats a short piece.
    case pattern
    /// It is one of those that guessing programs try first.
    case common
}
