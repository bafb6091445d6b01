extension App {
    /// Whether a code makes accounts: where sign-ins do, and where no form is asked for.
    func allowsSignUp(by kind: Login.Kind) -> Bool {
        guard let passwords, signUp == .implicit, roles.isEmpty else { return false }
        return kind == .phone ? passwords.allowsPhones : passwords.allowsLinks
    }
}
