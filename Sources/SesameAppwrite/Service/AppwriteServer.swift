/// The kind of a project's server.
public enum AppwriteServer: Sendable {
    /// Appwrite's own server, or a server that behaves like it.
    case appwrite
    /// A Sesame server. It also accepts the authorization code of Apple's sheet, and revokes the user's consent with it
    /// when the account is deleted, as the App Store requires. It asks for a second factor as soon as the account has
    /// one.
    case sesame
}
