import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// A push registration service that stores the token in the user's document and passes it to a callable function, for
/// projects whose functions send push notifications.
///
/// If only the function fails, the next attempt calls only the function. If another account of the project had this
/// device's token, only the project's function can remove the token from that account.
public final class FirebasePushTokenService: PushTokenService {
    /// The maximum wait for each request of a removal, so that a slow server does not delay the sign-out.
    private static let removalTime = Duration.seconds(5)
    private static let conflictLimit = 4

    private let fields: FirestorePushFields
    private let documents: FirestoreRequests
    private let auth: any AccessTokenSource
    /// The registration that is already in the document but was not sent to the function; nil if none.
    private let unheard = Locked<Registration?>(nil)

    private struct Registration: Equatable {
        let token: Secret
        let installation: String
        let uid: String
    }

    /// Creates a service for the signed-in user's push registrations in a Firebase project.
    public init(
        _ project: FirebaseProject, fields: FirestorePushFields = FirestorePushFields(),
        auth: some AccessTokenSource, transport: some HTTPTransport = URLSessionTransport()
    ) {
        self.fields = fields
        documents = FirestoreRequests(
            requests: FirebaseRequests(project: project, transport: transport), collection: fields.collection)
        self.auth = auth
    }

    /// Registers a token by `documents:commit`, then by the callable function if one is configured. Throws
    /// ``SesameCore/AuthError/Code/invalidRequest`` for a token of any kind but Firebase Cloud Messaging's, and
    /// ``SesameCore/AuthError/Code/notFound`` if the user has no document.
    public func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        guard token.kind == .fcmToken else {
            throw AuthError(.invalidRequest, "the push token must be a registration token of Firebase Cloud Messaging")
        }
        let registration = Registration(token: token.value, installation: installation, uid: uid)
        if unheard.withLock({ $0 }) != registration {
            try await store(registration)
            unheard.withLock { $0 = registration }
        }
        if let function = fields.function { try await tell(function, registration) }
        unheard.withLock { if $0 == registration { $0 = nil } }
    }

    /// Removes the installation's token from the document by `documents:commit`; a missing token is no error.
    public func remove(installation: String, of session: Session) async throws(AuthError) {
        unheard.withLock { $0 = nil }
        let uid = session.user.uid
        let send = { (endpoint: FirebaseEndpoint, body: JSONObject) async throws(AuthError) -> TransportResponse in
            try await self.documents.requests.post(
                endpoint, body, bearer: session.accessToken, timeout: Self.removalTime)
        }
        for _ in 0..<Self.conflictLimit {
            guard let document = try await documents.document(of: uid, send),
                let write = fields.removal(of: installation, from: document)
            else { return }
            if case .success = try await documents.commit([write], of: uid, send) { return }
        }
        throw AuthError(.storageUnavailable, "the document keeps changing; try again")
    }

    private func store(_ registration: Registration) async throws(AuthError) {
        let write = fields.registration(registration.token, installation: registration.installation)
        let result = try await documents.commit([write], of: registration.uid) { endpoint, body throws(AuthError) in
            try await send(endpoint, body, for: registration.uid)
        }
        guard case .success = result else { throw AuthError(.notFound, "the user has no document yet") }
    }

    private func tell(_ function: String, _ registration: Registration) async throws(AuthError) {
        let data: JSONObject = [
            "userId": .string(registration.uid), "fcmToken": .string(registration.token.exposed),
        ]
        let response = try await send(.function(function), ["data": .object(data)], for: registration.uid)
        guard response.status == 200 else { throw GoogleServiceErrors.error(response, .call) }
        // Functions use either name for their result; a portal's page has neither.
        guard let json = response.json?.object, json.contains("result") || json.contains("data") else {
            throw .foreign(response)
        }
    }

    private func send(
        _ endpoint: FirebaseEndpoint, _ body: JSONObject, for uid: String
    ) async throws(AuthError) -> TransportResponse {
        try await auth.send(for: uid) { token throws(AuthError) in
            try await documents.requests.post(endpoint, body, bearer: token)
        }
    }
}
