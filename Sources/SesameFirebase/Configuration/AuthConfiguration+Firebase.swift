public import Sesame

extension AuthConfiguration {
    /// A Firebase project, and the systems' own sheets.
    /// - Parameters:
    ///   - storage: The place for all that the app keeps of a person.
    ///   - layout: The documents that the project's Firestore keeps of people; nil for a project without them.
    ///   - fields: The document's fields for registrations for pushes; nil for a project without them. Without a layout
    ///     there is no document that they could stand in.
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
