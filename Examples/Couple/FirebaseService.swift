public import Sesame
public import SesameCore

/// Where the app keeps its documents `users/{uid}`: the database that it has today.
public protocol UserDocuments: Sendable {
    /// The document; nil only when the database has said that there is none.
    func document(of uid: String) async throws(AuthError) -> JSONObject?
}

/// Tells ``Sesame/AppState`` how far a person has come, from their document.
public struct FirebaseService: ProfileSource {
    private let documents: any UserDocuments

    /// The service over the documents.
    public init(_ documents: some UserDocuments) {
        self.documents = documents
    }

    /// The person; nil for somebody new.
    public func loadUserData(uid: String) async throws(AuthError) -> AppUser? {
        try await documents.document(of: uid).map(AppUser.init)
    }

    /// How far the person has come. Offline is not "new": the screen then offers another try, and nothing is written.
    public func load(for user: UserAuthInfo) async -> ProfileAnswer {
        do throws(AuthError) {
            guard let person = try await loadUserData(uid: user.uid) else { return .missing }
            return .found(person.onboardingInProgress ? .inProgress(person.onboardingStep) : .finished)
        } catch {
            return .failed(error)
        }
    }
}

extension AppUser {
    /// Where the person goes on with the onboarding; nil begins it.
    fileprivate var onboardingStep: OnboardingStep? {
        document["onboardingStep"]?.string.map(OnboardingStep.init(rawValue:))
    }
}
