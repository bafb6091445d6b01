public import Foundation

/// The app's own pages for the links of Appwrite's emails. Appwrite adds `userId` and `secret` to the URL, and the page
/// completes the request: `PUT /account/recovery` or `PUT /account/verification`.
///
/// Their hosts must be among the project's platforms.
public struct AppwriteEmailRedirects: Sendable {
    /// The page that asks for a new password.
    public var recovery: URL
    /// The page that confirms the user's email address.
    public var verification: URL

    /// Creates the pages. The hosts of both URLs must be among the project's platforms.
    public init(recovery: URL, verification: URL) {
        self.recovery = recovery
        self.verification = verification
    }
}
