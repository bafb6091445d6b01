/// The way in which an account is deleted inside the app, as the App Store asks.
public enum AppwriteDeletion: Sendable {
    /// By `DELETE /account`: at Sesame, and at Appwrite servers that let people do it. Appwrite's own SDKs for apps do not
    /// offer it.
    case account
    /// By a function of the project, which deletes the user that it is run by with a key of its own
    /// (`x-appwrite-user-id`). It is run by `POST /functions/{id}/executions`, and answers with a success when the
    /// account is gone.
    case function(id: String)
}
