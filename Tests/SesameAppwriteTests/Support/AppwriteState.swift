import Foundation
import SesameCore

@testable import Sesame

/// The state of the in-memory server, and its responses.
struct AppwriteState {
    struct User {
        var id: String
        var email = ""
        var phone = ""
        /// True if a code that was sent to the address or the number has been redeemed.
        var isVerified = false
        var name = ""
        var password = ""
        var passwordUpdate = ""
        var isBlocked = false
        var created: Date
    }

    struct Identity {
        var id: String
        var user: String
        var provider: String
        var subject: String
    }

    struct Session {
        var id: String
        var user: String
        var secret: String
        var provider: String
        var created: Date
        /// True if this session needs no second factor, or has already completed one.
        var isUnasked = false
        /// True if a challenge was completed in the session.
        var isConfirmed = false
    }

    struct Target {
        var id: String
        var user: String
        var session: String
        var identifier: String
        var provider: String
    }

    var now = Date(timeIntervalSince1970: 1_800_000_000)
    var users: [User] = []
    var identities: [Identity] = []
    var sessions: [Session] = []
    var targets: [Target] = []
    var tokens: [String: String] = [:]
    /// The recipients of the pending codes, by the `userId` with which the client redeems the code.
    var codes: [String: String] = [:]
    /// The users' second factors, by user id.
    var protections: [String: Protection] = [:]
    /// The factor name that the server uses for recovery codes. Sesame's server accepts any case.
    var recoveryWord = "recoveryCode"
    var logCount = 0
    var newest: Session? { sessions.last }
    /// The sent emails and texts, oldest first.
    var mails: [(kind: String, email: String, url: String)] = []
    private var count = 0
    private var gone: Set<String> = []

    /// Carries out a request and returns the response.
    /// - Parameter isFrank: True if the server reports new and deleted accounts.
    mutating func answer(_ call: AppwriteRequest, isFrank: Bool) -> TransportResponse {
        let session = sessions.first { $0.secret == call.session }
        switch (call.method, call.path.count, call.path.dropFirst().first ?? "") {
        case ("POST", 1, _): return create(call)
        case ("POST", 2, "recovery"): return recover(call)
        case ("POST", 3, "tokens"): return sendCode(call, isFrank: isFrank)
        case ("POST", 3, "sessions"): return begin(call, session, isFrank: isFrank)
        default: break
        }
        guard let session, let user = users.first(where: { $0.id == session.user }) else {
            if isFrank, let secret = call.session, gone.contains(secret) {
                return .refusal(404, "user_not_found", "User with the requested ID could not be found.")
            }
            return .refusal(401, "general_unauthorized_scope", #"User (role: guests) missing scopes (["account"])"#)
        }
        guard !user.isBlocked else { return .refusal(403, "user_blocked", "The current user has been blocked.") }
        if let answer = answerAboutFactors(call, session, isFrank: isFrank) { return answer }
        return answer(call, session, user)
    }

    private mutating func answer(_ call: AppwriteRequest, _ session: Session, _ user: User) -> TransportResponse {
        switch (call.method, call.path.joined(separator: "/")) {
        case ("GET", "account"): return .json(200, model(of: user))
        case ("DELETE", "account"):
            remove(user.id)
            return TransportResponse(status: 204)
        case ("PATCH", "account/email"), ("PATCH", "account/password"), ("POST", "account/verification"):
            return changePassword(call, session, user)
        case ("GET", "account/sessions/current"): return .json(200, model(of: session, isCurrent: true))
        case ("POST", "account/jwts"):
            count += 1
            return .json(201, ["jwt": .string("jwt-\(count)-\(session.id)")])
        case ("GET", "account/identities"):
            let own = identities.filter { $0.user == user.id }
            return .json(200, ["total": .integer(own.count), "identities": .array(own.map { .object(model(of: $0)) })])
        case ("GET", "account/sessions"):
            let own = sessions.filter { $0.user == user.id }
            return .json(
                200,
                [
                    "total": .integer(own.count),
                    "sessions": .array(own.map { .object(model(of: $0, isCurrent: $0.id == session.id)) }),
                ])
        case ("GET", "account/logs"):
            let page = (0..<min(logCount, 100)).map { JSONValue.object(["event": .string("e-\(logCount - $0)")]) }
            logCount -= page.count
            return .json(200, ["total": .integer(logCount), "logs": .array(page)])
        case ("POST", "account/targets/push"): return register(call, session)
        case ("POST", "functions/goodbye/executions"):
            remove(user.id)
            return .json(201, ["status": "completed", "responseStatusCode": 200])
        default: return delete(call, session)
        }
    }

    private mutating func begin(_ call: AppwriteRequest, _ session: Session?, isFrank: Bool) -> TransportResponse {
        switch call.path[2] {
        case "anonymous":
            guard session == nil else { return .refusal(401, "user_session_already_exists") }
            return begin(makeUser(), "anonymous", isNew: isFrank ? true : nil)
        case "email": return beginWithPassword(call, session, isFrank: isFrank)
        case "token":
            if let answer = beginWithCode(call, isFrank: isFrank) { return answer }
            guard let user = tokens[call.text("secret")], user == call.text("userId") else {
                return .refusal(401, "user_invalid_token", "Invalid token passed in the request.")
            }
            tokens[call.text("secret")] = nil
            return begin(user, "oauth2", isNew: isFrank ? false : nil)
        case "id-token": return beginWithToken(call, session, isFrank: isFrank)
        default: return .refusal(404, "general_route_not_found", "Route not found.")
        }
    }

    private mutating func beginWithToken(
        _ call: AppwriteRequest, _ session: Session?, isFrank: Bool
    ) -> TransportResponse {
        let claims = UnverifiedClaims(Secret(call.text("idToken")))
        guard let subject = claims?["sub"], let nonce = claims?["nonce"] else {
            return .refusal(401, "user_oauth2_token_invalid", "Malformed token")
        }
        let sent = Nonce(Secret(call.text("nonce")))
        guard nonce == sent.value.exposed || nonce == sent.sha256Hex else {
            return .refusal(401, "user_oauth2_token_invalid", "Nonce mismatch")
        }
        let provider = call.text("provider")
        let known = identities.first { $0.provider == provider && $0.subject == subject }
        if let session, let known, known.user != session.user {
            return .refusal(409, "user_already_exists", "A user with the same email already exists.")
        }
        let user = session?.user ?? known?.user ?? makeUser(email: claims?["email"] ?? "", name: call.text("name"))
        if known == nil {
            identities.append(Identity(id: makeID("i"), user: user, provider: provider, subject: subject))
        }
        let isNew = known == nil && session == nil
        if let session {
            sessions.removeAll { $0.id == session.id }
            for index in users.indices where users[index].id == user && users[index].email.isEmpty {
                users[index].email = claims?["email"] ?? ""
            }
        }
        let response = begin(user, provider, isNew: isFrank ? isNew : nil)
        // For Appwrite, a provider's token counts as two factors.
        if !isFrank { sessions[sessions.count - 1].isUnasked = true }
        return response
    }

    mutating func begin(_ user: String, _ provider: String, isNew: Bool?) -> TransportResponse {
        let id = makeID("s")
        let secret = Data("{\"id\":\"\(user)\",\"secret\":\"\(id)\"}".utf8).base64EncodedString()
        let session = Session(id: id, user: user, secret: secret, provider: provider, created: now)
        sessions.append(session)
        var response = TransportResponse.json(201, model(of: session, isCurrent: true))
        if let isNew { response.headers["sesame-new-account"] = "\(isNew)" }
        return response
    }

    private mutating func register(_ call: AppwriteRequest, _ session: Session) -> TransportResponse {
        let id = call.text("targetId")
        guard !targets.contains(where: { $0.id == id && $0.user == session.user }) else {
            return .refusal(409, "user_target_already_exists", "A target with the same ID already exists.")
        }
        let target = Target(
            id: id, user: session.user, session: session.id, identifier: call.text("identifier"),
            provider: call.text("providerId"))
        targets.removeAll { $0.identifier == target.identifier }
        targets.append(target)
        return .json(201, ["$id": .string(id), "providerType": "push", "identifier": .string(target.identifier)])
    }

    private mutating func delete(_ call: AppwriteRequest, _ session: Session) -> TransportResponse {
        guard call.method == "DELETE", call.path.count >= 3 else {
            return .refusal(404, "general_route_not_found", "Route not found.")
        }
        let id = call.path[2] == "current" ? session.id : call.path[2]
        switch call.path[1] {
        case "sessions":
            guard sessions.contains(where: { $0.id == id && $0.user == session.user }) else {
                return .refusal(404, "user_session_not_found", "The current user session could not be found.")
            }
            sessions.removeAll { $0.id == id }
            targets.removeAll { $0.session == id }
        case "identities":
            guard identities.contains(where: { $0.id == id && $0.user == session.user }) else {
                return .refusal(404, "user_identity_not_found", "The identity could not be found.")
            }
            identities.removeAll { $0.id == id }
        case "targets":
            guard targets.contains(where: { $0.id == id && $0.user == session.user }) else {
                return .refusal(404, "user_target_not_found", "The target could not be found.")
            }
            targets.removeAll { $0.id == id && $0.user == session.user }
        default: return .refusal(404, "general_route_not_found", "Route not found.")
        }
        return TransportResponse(status: 204)
    }

    private mutating func remove(_ user: String) {
        gone.formUnion(sessions.filter { $0.user == user }.map(\.secret))
        users.removeAll { $0.id == user }
        protections[user] = nil
        identities.removeAll { $0.user == user }
        sessions.removeAll { $0.user == user }
        targets.removeAll { $0.user == user }
    }

    mutating func makeUser(email: String = "", name: String = "") -> String {
        let user = User(id: makeID("u"), email: email, name: name, created: now)
        users.append(user)
        return user.id
    }

    private mutating func makeID(_ kind: String) -> String {
        count += 1
        return "\(kind)-\(count)"
    }
}

// MARK: Models

extension AppwriteState {
    func model(of user: User) -> JSONObject {
        [
            "$id": .string(user.id), "$createdAt": .string(text(user.created)),
            "registration": .string(text(user.created)),
            "name": .string(user.name), "email": .string(user.email), "phone": .string(user.phone),
            "emailVerification": .bool(user.isVerified && !user.email.isEmpty),
            "phoneVerification": .bool(user.isVerified && !user.phone.isEmpty), "status": true,
            "passwordUpdate": .string(user.passwordUpdate), "prefs": [:], "labels": [], "targets": [],
        ]
    }

    private func model(of identity: Identity) -> JSONObject {
        [
            "$id": .string(identity.id), "userId": .string(identity.user), "provider": .string(identity.provider),
            "providerUid": .string(identity.subject), "providerEmail": "", "providerAccessToken": "at-of-the-provider",
            "providerIdToken": "id-token-of-the-provider",
        ]
    }

    func model(of session: Session, isCurrent: Bool) -> JSONObject {
        [
            "$id": .string(session.id), "$createdAt": .string(text(session.created)), "userId": .string(session.user),
            "provider": .string(session.provider), "current": .bool(isCurrent), "factors": [], "secret": "",
            "providerRefreshToken": "rt-of-the-provider",
        ]
    }

    private func text(_ date: Date) -> String {
        let format = ISO8601DateFormatter()
        format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return format.string(from: date).replacingOccurrences(of: "Z", with: "+00:00")
    }
}
