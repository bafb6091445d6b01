/// The method by which the app deletes an account, as the App Store requires.
public enum AppwriteDeletionMethod: Sendable {
    /// Deletion by `DELETE /account`: at Sesame, and at Appwrite servers that permit it to users. Appwrite's own client
    /// SDKs do not offer it.
    case account
    /// Deletion by a function of the project, called by `POST /functions/{id}/executions`. The function deletes its
    /// caller (`x-appwrite-user-id`) with its own API key, and responds with success after the account is deleted.
    case function(id: String)
}
