/// The resistance of a password to guessing, estimated from its length and its patterns.
package enum PasswordStrength: Int, Sendable, CaseIterable {
    /// A password that the policy refuses, or with an estimated length below 12 characters; see ``init(of:)``.
    case weak = 1
    /// An estimated length of at least 12 characters; see ``init(of:)``.
    case fair
    /// An estimated length of at least 15 characters, the minimum of NIST SP 800-63B-4 for a password without a second
    /// factor; see ``init(of:)``.
    case strong

    /// Estimates the strength by length. A pattern counts as one character, and the length of a password of digits
    /// alone is halved.
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
    /// The password has fewer characters than the app requires.
    case short
    /// The password contains the user's address or name, or is the app's name.
    case personal
    /// The password is mostly a run, a sequence, a keyboard pattern or a date, or repeats a short part.
    case pattern
    /// The password is one that password crackers try first.
    case common
}
