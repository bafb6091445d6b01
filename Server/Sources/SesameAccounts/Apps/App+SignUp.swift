extension App {
    /// Returns true if a code makes accounts: the app's sign-ins do, and no form is asked for.
    func allowsSignUp(by kind: Login.Kind) -> Bool {
        guard let passwords, signUp == .implicit, roles.isEmpty else { return false }
        return kind == .phone ? passwords.allowsPhones : passwords.allowsLinks
    }
}
