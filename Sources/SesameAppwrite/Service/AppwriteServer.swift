/// The kind of server that a project is at.
public enum AppwriteServer: Sendable {
    /// Appwrite's own, or one that is to be taken for it.
    case appwrite
    /// Sesame's, which takes the authorization code of Apple's sheet as well: by that it takes the person's consent back
    /// when the account is deleted, as the App Store asks. It asks for a second factor as soon as there is one.
    case sesame
}
