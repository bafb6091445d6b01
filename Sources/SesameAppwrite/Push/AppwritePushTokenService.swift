public import Sesame
public import SesameCore

/// A push registration service that uses Appwrite's push targets. The server removes a target with the session that
/// created it.
public struct AppwritePushTokenService: PushTokenService {
    /// The timeout of a request that removes a target. If the request of a sign-out times out, the target is removed
    /// with its session.
    private static let removalTime = Duration.seconds(5)

    private let requests: AppwriteRequests
    private let auth: AuthManager
    private let provider: String?

    /// Creates a service for the signed-in user's push registrations in an Appwrite project.
    ///
    /// - Parameters:
    ///   - auth: The manager over an ``AppwriteAuthService``. A target belongs to the session whose secret creates it.
    ///   - provider: The id of the project's messaging provider for APNs or FCM; nil lets the server choose.
    public init(
        project: AppwriteProject, auth: AuthManager, provider: String? = nil,
        transport: some HTTPTransport = URLSessionTransport()
    ) {
        requests = AppwriteRequests(project: project, transport: transport)
        self.auth = auth
        self.provider = provider
    }

    /// Registers the token by `POST /account/targets/push`. If the target exists, it is removed and created again,
    /// because it may belong to an ended session and would be removed with that session.
    public func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        let session = try await auth.session(for: uid)
        do throws(AuthError) {
            try await register(token, Self.target(of: installation), of: session)
        } catch {
            guard error.code == .sessionEnded else { throw error }
            // The manager also learns by this that the session has ended.
            let fresh = try await auth.session(for: uid, rejecting: session.accessToken)
            try await register(token, Self.target(of: installation), of: fresh)
        }
    }

    /// Removes the registration by `DELETE /account/targets/{id}/push`; a missing registration is no error.
    public func remove(installation: String, of session: Session) async throws(AuthError) {
        try await remove(Self.target(of: installation), of: session)
    }

    private func register(_ token: PushToken, _ target: String, of session: Session) async throws(AuthError) {
        var body: JSONObject = ["targetId": .string(target), "identifier": .string(token.value.exposed)]
        body["providerId"] = provider.map { .string($0) }
        var answer = try await create(body, of: session)
        if answer.refusalType == "user_target_already_exists" {
            try await remove(target, of: session)
            answer = try await create(body, of: session)
        }
        _ = try answer.object()
    }

    private func create(_ body: JSONObject, of session: Session) async throws(AuthError) -> AppwriteResponseDecoder {
        try await requests.send("POST", "/account/targets/push", body: body, session: session.refreshToken)
    }

    private func remove(_ target: String, of session: Session) async throws(AuthError) {
        do throws(AuthError) {
            try await requests.send(
                "DELETE", "/account/targets/\(target)/push", session: session.refreshToken,
                timeout: Self.removalTime
            ).checkDeletion()
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }
}

extension AppwritePushTokenService {
    /// Returns the target's id: the installation's id, with the prefix `i` if it begins with a hyphen or an underscore,
    /// which Appwrite does not allow.
    static func target(of installation: String) -> String {
        switch installation.utf8.first {
        case UInt8(ascii: "-"), UInt8(ascii: "_"): "i\(installation)"
        default: installation
        }
    }
}
