/// The response headers for facts that Appwrite's models cannot express.
enum AppwriteHeader {
    /// The header that states if a sign-in created the account.
    static let newAccount = "Sesame-New-Account"
    /// The header that lists the providers at which the user must revoke consent manually after a deletion.
    static let manualRevocation = "Sesame-Manual-Revocation"
    /// The header with the number of remaining recovery codes for the signed-in user. Appwrite's model only states if
    /// any remain.
    static let recoveryCodesLeft = "Sesame-Recovery-Codes-Left"
}
