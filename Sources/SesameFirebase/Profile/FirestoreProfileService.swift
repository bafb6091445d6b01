import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// Profiles in Firestore, by its REST protocol: one document for each person.
///
/// A document's version is its `updateTime`. A change is read, worked out by the app's ``FirestoreProfileLayout`` and
/// written on the condition that nobody has changed the document meanwhile, so two devices never undo each other's
/// work, and fields that this app does not know stay.
public struct FirestoreProfileService: ProfileService {
    /// More versions than these in a row are not run after.
    private static let conflictLimit = 8
    /// Refusals of one and the same version are not about the version.
    private static let refusalLimit = 2

    private let layout: FirestoreProfileLayout
    private let documents: FirestoreRequests
    private let auth: any AuthManagerProtocol & AccessTokenSource
    private let clock: AuthClock

    /// A back end at that project, in the name of whoever is signed in.
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

    /// `documents:batchGet`. Nil only where Firestore says that there is no such document.
    public func load(for uid: String) async throws(AuthError) -> Profile? {
        let plan = try await plan(for: uid)
        return plan.document.map(plan.profile(of:))
    }

    /// `documents:batchGet`, then `documents:commit` with a mask and a precondition. Nothing is written where all is
    /// there already.
    public func save(_ change: ProfileChange, for uid: String) async throws(AuthError) -> Profile {
        try await write(for: uid) { plan throws(AuthError) in try plan.outcome(of: change, at: clock.now) }
    }

    /// Ends the onboarding, by `documents:commit`.
    public func complete(for uid: String) async throws(AuthError) -> Profile {
        try await write(for: uid) { plan throws(AuthError) in try plan.completion(at: clock.now) }
    }

    /// Makes the document of somebody who has none, as it is to begin with; one that is there stays as it is. The first
    /// save does it, too: this is for apps whose functions wait for a document.
    @discardableResult
    public func create(for uid: String) async throws(AuthError) -> Profile {
        try await write(for: uid) { plan throws(AuthError) in
            if let document = plan.document { return .nothing(plan.profile(of: document)) }
            return .write(try plan.creation())
        }
    }

    private func plan(for uid: String) async throws(AuthError) -> FirestoreProfilePlan {
        let document = try await documents.document(of: uid) { endpoint, body throws(AuthError) in
            try await send(endpoint, body, for: uid)
        }
        // Who they are is asked after the answer: their token was theirs.
        guard let user = auth.auth else { throw .nobody }
        guard user.uid.hasSameBytes(as: uid) else { throw .superseded }
        return FirestoreProfilePlan(layout: layout, user: user, document: document)
    }

    private func write(
        for uid: String, _ decide: (FirestoreProfilePlan) throws(AuthError) -> FirestoreProfilePlan.Outcome
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
                // Somebody else was faster: what they have left is looked at anew.
                case .failure(let error):
                    refusals = seen == plan.document?.updateTime ? refusals + 1 : 0
                    guard refusals < Self.refusalLimit else { throw error }
                    seen = plan.document?.updateTime
                }
            }
        }
        throw AuthError(.storageUnavailable, "the document changes all the time")
    }

    private func send(
        _ endpoint: FirebaseEndpoint, _ body: JSONObject, for uid: String
    ) async throws(AuthError) -> TransportResponse {
        try await auth.send(for: uid) { token throws(AuthError) in
            try await documents.requests.post(endpoint, body, bearer: token)
        }
    }
}
