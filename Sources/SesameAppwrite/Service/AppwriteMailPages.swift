public import Foundation

/// The app's own pages that the links of Appwrite's mails lead to. Appwrite adds `userId` and `secret` to the address, and
/// the page finishes what the mail was for: `PUT /account/recovery`, `PUT /account/verification`.
///
/// Their hosts are among the project's platforms.
public struct AppwriteMailPages: Sendable {
    /// The page that asks for another password.
    public var recovery: URL
    /// The page that says that the address is the person's.
    public var verification: URL

    /// Makes the value.
    public init(recovery: URL, verification: URL) {
        self.recovery = recovery
        self.verification = verification
    }
}
