public import Sesame

extension AuthConfiguration {
    /// Returns a configuration for a Firebase project. Sign-ins with Apple and Google use the given credential sources;
    /// nil for an app without them.
    ///
    /// - Parameters:
    ///   - storage: The storage location for all data that the app stores about a user.
    ///   - layout: The layout of the project's user documents in Firestore; nil for a project without them.
    ///   - fields: The document's fields for push registrations; nil for a project without them. They require a layout,
    ///     because they are stored in its document.
    public static func firebase(
        _ project: FirebaseProject, storage: StorageLocation, log: (any AuthLog)? = nil,
        apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil,
        profiles layout: FirestoreProfileLayout? = nil, pushes fields: FirestorePushFields? = nil
    ) -> AuthConfiguration {
        var configuration = AuthConfiguration(
            service: FirebaseAuthService(project), storage: storage, log: log, apple: apple, google: google)
        if let layout {
            configuration.profiles = { auth in FirestoreProfileService(project, layout: layout, auth: auth) }
            if let fields {
                configuration.pushes = { auth in FirebasePushTokenService(project, fields: fields, auth: auth) }
            }
        }
        return configuration
    }
}
