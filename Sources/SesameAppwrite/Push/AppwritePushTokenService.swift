public import Sesame
public import SesameCore

/// Push registrations as Appwrite's push targets, which go with the session that they were made in.
public struct AppwritePushTokenService: PushTokenService {
    /// The longest that a sign-out waits for this: a server that does not answer soon removes the target with the
    /// session.
    private static let removalTime = Duration.seconds(5)

    private let requests: AppwriteRequests
    private let auth: AuthManager
    private let provider: String?

    /// Push registrations at that project, in the name of whoever is signed in.
    /// - Parameters:
    ///   - auth: The manager over an ``AppwriteAuthService``: a target belongs to the session whose secret it has.
    ///   - provider: The id of the project's messaging provider for APNs or FCM; nil leaves it to the server.
    public init(
        project: AppwriteProject, auth: AuthManager, provider: String? = nil,
        transport: some HTTPTransport = URLSessionTransport()
    ) {
        requests = AppwriteRequests(project: project, transport: transport)
        self.auth = auth
        self.provider = provider
    }

    /// `POST /account/targets/push`. A target that is there goes first: it may be an ended session's, and would go with
    /// that.
    public func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        let session = try await auth.session(for: uid)
        do throws(AuthError) {
            try await register(token, Self.target(of: installation), of: session)
        } catch {
            guard error.code == .sessionEnded else { throw error }
            // The manager learns by this, too, that it has.
            let fresh = try await auth.session(for: uid, rejecting: session.accessToken)
            try await register(token, Self.target(of: installation), of: fresh)
        }
    }

    /// `DELETE /account/targets/{id}/push`.
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

    private func create(_ body: JSONObject, of session: Session) async throws(AuthError) -> AppwriteAnswer {
        try await requests.send("POST", "/account/targets/push", body: body, session: session.refreshToken)
    }

    private func remove(_ target: String, of session: Session) async throws(AuthError) {
        do throws(AuthError) {
            try await requests.send(
                "DELETE", "/account/targets/\(target)/push", session: session.refreshToken,
                timeLimit: Self.removalTime
            ).checkDeletion()
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }
}

extension AppwritePushTokenService {
    /// The target's id: the installation's, unless it begins as no id of Appwrite's may.
    static func target(of installation: String) -> String {
        switch installation.utf8.first {
        case UInt8(ascii: "-"), UInt8(ascii: "_"): "i\(installation)"
        default: installation
        }
    }
}
