extension App {
    /// Returns true if a sign-in by email link or text message can create an account: the app allows that sign-in
    /// method, its sign-up is implicit, and it has no roles to choose from.
    func allowsSignUp(by kind: LocalCredential.Kind) -> Bool {
        guard let passwords, signUp == .implicit, roles.isEmpty else { return false }
        return kind == .phone ? passwords.allowsPhones : passwords.allowsLinks
    }
}
