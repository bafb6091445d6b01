extension FirebaseSignInPolicy {
    /// Returns true if a code for this purpose may be used.
    package func allowsCodes(for purpose: CodePurpose) -> Bool {
        switch purpose {
        case .resetPassword: !isDisabled && allowsPasswords
        case .signIn: !isDisabled && allowsLinks
        case .verify, .changeEmail, .undoChange, .undoMethod, .undoFactor, .secondFactor: !isDisabled
        }
    }
}
