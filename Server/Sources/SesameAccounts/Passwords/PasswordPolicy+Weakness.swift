package import SesameCore

extension PasswordPolicy {
    /// Returns the reason why the policy refuses a new password; nil if it accepts it.
    func refusal(of password: Secret, for owner: PasswordOwner?, in app: AppID) -> AccountError? {
        if let refusal = Self.refusal(ofSize: password) { return refusal }
        guard let weakness = weakness(of: password, for: owner, in: app) else { return nil }
        var refusal = AccountError(.weakPassword, reason(weakness), field: "password").with(weakness)
        if weakness == .short { refusal.minimum = minLength }
        return refusal
    }

    /// Returns the strength of a password; `weak` if the password is too short, common or a pattern by the policy.
    /// Ignores the user's and the app's names and the maximum size.
    package func strength(of password: Secret) -> PasswordStrength {
        let plain = PlainPassword(password.exposed)
        return weakness(of: password, plain) == nil ? PasswordStrength(of: plain) : .weak
    }

    /// Returns the rule that a password breaks; nil if it breaks none. If it breaks several, a minimum length comes
    /// first, then the user's and the app's names.
    func weakness(of password: Secret, for owner: PasswordOwner?, in app: AppID) -> PasswordWeakness? {
        let plain = PlainPassword(password.exposed)
        let weakness = weakness(of: password, plain)
        if allowsCommon || weakness == .short { return weakness }
        let name = PlainPassword(app.description).letters
        let isAppsName = CommonPasswords.cores(of: plain).contains { PlainPassword($0).letters == name }
        return isAppsName || owner?.isNamed(in: plain) == true ? .personal : weakness
    }

    /// Returns the first rule that a password breaks, regardless of its user; nil if it breaks none.
    private func weakness(of password: Secret, _ plain: PlainPassword) -> PasswordWeakness? {
        guard password.exposed.unicodeScalars.count >= minLength else { return .short }
        return allowsCommon ? nil : weakness(of: plain)
    }

    private func weakness(of plain: PlainPassword) -> PasswordWeakness? {
        if CommonPasswords.contain(plain) { return .common }
        let patterns = PasswordPatterns(in: plain)
        if patterns.arePredictable(minimum: minLength) { return .pattern }
        if patterns.middle.count < plain.characters.count, CommonPasswords.contain(PlainPassword(patterns.middle)) {
            return .common
        }
        for text in [plain, PlainPassword(plain.characters[plain.word])] {
            guard let piece = text.repeated else { continue }
            if let weakness = piece.characters.count < minLength ? .pattern : weakness(of: piece) { return weakness }
        }
        return nil
    }

    private func reason(_ weakness: PasswordWeakness) -> String {
        switch weakness {
        case .short: "the password must have at least \(minLength) characters"
        case .personal:
            """
            the password contains the user's email address or name, or is the app's name (4 counts as a, 0 as o; \
            spaces and symbols are ignored); choose another one
            """
        case .pattern:
            "the password is mostly a pattern, such as keys, digits or repetitions; choose a few random words"
        case .common: "the password is too common; choose a few random words"
        }
    }
}

extension AccountError {
    /// The rule that the password broke, sent to clients as the reason; nil for other errors.
    package var weakness: PasswordWeakness? { attachment(PasswordWeakness.self) }
}
