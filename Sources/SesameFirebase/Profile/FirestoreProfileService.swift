import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// A profile service that uses Firestore's REST API, with one document for each user.
///
/// A document's version is its `updateTime`. A change reads the document, applies the app's ``FirestoreProfileLayout``,
/// and writes on the condition that the document is unchanged. Two devices therefore never overwrite each other's
/// changes, and fields that this app does not know are preserved.
public struct FirestoreProfileService: ProfileService {
    /// The maximum number of attempts at one change, if the document keeps changing in between.
    private static let conflictLimit = 8
    /// The number of repeated conflicts with an unchanged document after which the error is thrown, because another
    /// client's change is not the cause.
    private static let refusalLimit = 2

    private let layout: FirestoreProfileLayout
    private let documents: FirestoreRequests
    private let auth: any AuthManagerProtocol & AccessTokenSource
    private let clock: AuthClock

    /// Creates a service for the signed-in user's profile in a Firebase project.
    public init(
        _ project: FirebaseProject, layout: FirestoreProfileLayout, auth: some AuthManagerProtocol & AccessTokenSource,
        transport: some HTTPTransport = URLSessionTransport(), clock: AuthClock = .system
    ) {
        self.layout = layout
        documents = FirestoreRequests(
            requests: FirebaseRequests(project: project, transport: transport), collection: layout.collection)
        self.auth = auth
        self.clock = clock
    }

    /// Returns the profile by `documents:batchGet`; nil only if Firestore reports that the document does not exist.
    public func load(for uid: String) async throws(AuthError) -> Profile? {
        let plan = try await plan(for: uid)
        return plan.document.map(plan.profile(of:))
    }

    /// Saves a change by `documents:batchGet`, then `documents:commit` with a mask and a precondition. Nothing is
    /// written if the document already has the values.
    public func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        try await write(for: uid) { plan throws(AuthError) in try plan.outcome(of: change, at: clock.now) }
    }

    /// Completes the onboarding by `documents:commit`. Throws ``SesameCore/AuthError/Code/profileIncomplete`` if
    /// required fields are missing.
    public func complete(for uid: String) async throws(AuthError) -> Profile {
        try await write(for: uid) { plan throws(AuthError) in try plan.completion(at: clock.now) }
    }

    /// Creates the user's document with its initial fields, unless it exists, and returns its profile. The first save
    /// creates the document, too; call this function if the project's functions need the document earlier.
    @discardableResult
    public func create(for uid: String) async throws(AuthError) -> Profile {
        try await write(for: uid) { plan throws(AuthError) in
            if let document = plan.document { return .nothing(plan.profile(of: document)) }
            return .write(try plan.creation())
        }
    }

    private func plan(for uid: String) async throws(AuthError) -> FirestoreProfileUpdate {
        let document = try await documents.document(of: uid) { endpoint, body throws(AuthError) in
            try await send(endpoint, body, for: uid)
        }
        // The user is read after the response, which proves that the token was the user's.
        guard let user = auth.auth else { throw .nobody }
        guard user.uid.hasSameBytes(as: uid) else { throw .superseded }
        return FirestoreProfileUpdate(layout: layout, user: user, document: document)
    }

    private func write(
        for uid: String, _ decide: (FirestoreProfileUpdate) throws(AuthError) -> FirestoreProfileUpdate.Outcome
    ) async throws(AuthError) -> Profile {
        var (refusals, seen) = (0, GoogleTime?.none)
        for _ in 0..<Self.conflictLimit {
            let plan = try await plan(for: uid)
            switch try decide(plan) {
            case .nothing(let profile): return profile
            case .write(let writes):
                let result = try await documents.commit(writes, of: uid) { endpoint, body throws(AuthError) in
                    try await send(endpoint, body, for: uid)
                }
                switch result {
                case .success(let commit): return plan.profile(after: writes, commit)
                // Another client changed the document first, so the new version is read.
                case .failure(let error):
                    refusals = seen == plan.document?.updateTime ? refusals + 1 : 0
                    guard refusals < Self.refusalLimit else { throw error }
                    seen = plan.document?.updateTime
                }
            }
        }
        throw AuthError(.storageUnavailable, "the document keeps changing; try again")
    }

    private func send(
        _ endpoint: FirebaseEndpoint, _ body: JSONObject, for uid: String
    ) async throws(AuthError) -> TransportResponse {
        try await auth.send(for: uid) { token throws(AuthError) in
            try await documents.requests.post(endpoint, body, bearer: token)
        }
    }
}
