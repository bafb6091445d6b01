/// The service that issues and verifies ID tokens, refresh tokens, session cookies and admin access tokens of
/// Firebase's protocol.
package final class FirebaseService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let codes: CodeService
    let firebaseProjects: FirebaseProjectService
    let firebase: FirebaseSigning?
    let firebaseKeys: FirebaseKeys

    init(
        context: ServiceContext, sessions: SessionService, codes: CodeService,
        firebaseProjects: FirebaseProjectService, firebase: FirebaseSigning?, firebaseKeys: FirebaseKeys
    ) {
        self.context = context
        self.sessions = sessions
        self.codes = codes
        self.firebaseProjects = firebaseProjects
        self.firebase = firebase
        self.firebaseKeys = firebaseKeys
    }
}
