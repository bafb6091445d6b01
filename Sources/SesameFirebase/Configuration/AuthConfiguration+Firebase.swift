public import Sesame

extension AuthConfiguration {
    /// A Firebase project, the device's own store, and the systems' own sheets.
    public static func firebase(
        _ project: FirebaseProject, store: some SessionStore, log: some AuthLog = SilentAuthLog(),
        apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil
    ) -> AuthConfiguration {
        AuthConfiguration(
            service: FirebaseAuthService(project), store: store, log: log, apple: apple, google: google)
    }
}
