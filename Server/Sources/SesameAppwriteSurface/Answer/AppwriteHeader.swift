/// Headers of answers that say what Appwrite has no word for.
enum AppwriteHeader {
    /// Says of a sign-in whether it made the account.
    static let newAccount = "Sesame-New-Account"
    /// Names the providers at which a deletion leaves something to its person.
    static let manualRevocation = "Sesame-Manual-Revocation"
    /// Says to whoever is signed in how many recovery codes are left; the model knows only whether there are some.
    static let recoveryCodesLeft = "Sesame-Recovery-Codes-Left"
}
