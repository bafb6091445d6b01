import Foundation
import SesameCore

@testable import Sesame

/// Addresses and passwords of the in-memory server.
extension AppwriteState {
    /// Creates a user with this address and password, unless the address is in use.
    mutating func addUser(_ email: String, _ password: String) {
        guard !users.contains(where: { $0.email == email }) else { return }
        let call = AppwriteRequest(method: "POST", path: [], body: ["password": .string(password)], session: nil)
        _ = setPassword(of: makeUser(email: email), call)
    }

    mutating func create(_ call: AppwriteRequest) -> TransportResponse {
        guard call.text("userId") == "unique()" else { return Self.wrong("userId") }
        if let refusal = refusal(ofAddress: call) ?? Self.refusal(ofPassword: call) { return refusal }
        let id = makeUser(email: call.text("email"))
        return .json(201, setPassword(of: id, call))
    }

    mutating func beginWithPassword(_ call: AppwriteRequest, _ session: Session?, isFrank: Bool) -> TransportResponse {
        guard session == nil else { return .refusal(401, "user_session_already_exists") }
        if let refusal = Self.refusal(ofPassword: call) { return refusal }
        guard let user = users.first(where: { $0.email == call.text("email") && $0.password == call.text("password") })
        else { return .refusal(401, "user_invalid_credentials", "Invalid credentials.") }
        guard !user.isBlocked else { return .refusal(401, "user_blocked") }
        return begin(user.id, "email", isNew: isFrank ? false : nil)
    }

    mutating func changePassword(_ call: AppwriteRequest, _ session: Session, _ user: User) -> TransportResponse {
        switch call.path[1] {
        case "verification":
            mails.append(("verification", user.email, call.text("url")))
            return .json(201, ["$id": "t", "userId": .string(user.id), "secret": ""])
        case "email":
            if let refusal = refusal(ofAddress: call) ?? Self.refusal(ofPassword: call) { return refusal }
        default:
            if !user.password.isEmpty, user.password != call.text("oldPassword") {
                return .refusal(401, "user_invalid_credentials", "Invalid credentials.")
            }
            if let refusal = Self.refusal(ofPassword: call) { return refusal }
        }
        return .json(200, setPassword(of: user.id, call))
    }

    mutating func recover(_ call: AppwriteRequest) -> TransportResponse {
        guard users.contains(where: { $0.email == call.text("email") }) else {
            return .refusal(404, "user_not_found", "User with the requested ID could not be found.")
        }
        mails.append(("recovery", call.text("email"), call.text("url")))
        return .json(201, ["$id": "t", "secret": ""])
    }

    private mutating func setPassword(of id: String, _ call: AppwriteRequest) -> JSONObject {
        guard let index = users.firstIndex(where: { $0.id == id }) else { return [:] }
        users[index].password = call.text("password")
        users[index].passwordUpdate = "2026-11-21T06:29:00.030+00:00"
        if users[index].email.isEmpty { users[index].email = call.text("email") }
        return model(of: users[index])
    }

    private func refusal(ofAddress call: AppwriteRequest) -> TransportResponse? {
        guard call.text("email").contains("@") else { return Self.wrong("email") }
        guard users.contains(where: { $0.email == call.text("email") }) else { return nil }
        return .refusal(409, "user_already_exists", "A user with the same id, email, or phone already exists.")
    }

    private static func refusal(ofPassword call: AppwriteRequest) -> TransportResponse? {
        (8...256).contains(call.text("password").count) ? nil : wrong("password")
    }

    private static func wrong(_ name: String) -> TransportResponse {
        .refusal(400, "general_argument_invalid", "Invalid `\(name)` param: Value must be another one.")
    }
}
