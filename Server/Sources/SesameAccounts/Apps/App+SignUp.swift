extension App {
    /// Returns true if a code can create an account: the app's sign-in creates accounts, and no form is required.
    func allowsSignUp(by kind: LocalCredential.Kind) -> Bool {
        guard let passwords, signUp == .implicit, roles.isEmpty else { return false }
        return kind == .phone ? passwords.allowsPhones : passwords.allowsLinks
    }
}
