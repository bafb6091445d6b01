extension FirebaseSignInPolicy {
    /// Returns true if the policy allows codes for a purpose: a password reset requires passwords, a sign-in requires
    /// email links, and no code is allowed if sign-in is disabled.
    package func allowsCodes(for purpose: CodePurpose) -> Bool {
        switch purpose {
        case .resetPassword: !isDisabled && allowsPasswords
        case .signIn: !isDisabled && allowsLinks
        case .verify, .changeEmail, .undoChange, .undoMethod, .undoFactor, .secondFactor: !isDisabled
        }
    }
}
