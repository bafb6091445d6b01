import Sesame
import SesameCore

@testable import SesameFirebase

/// Email addresses and passwords in an in-memory Firebase project with email enumeration protection.
extension AccountsDouble {
    mutating func signUpWithPassword(_ json: JSONObject) throws -> TransportResponse {
        let (email, password) = try Self.credential(json)
        try Self.check(password)
        let known = try json["idToken"]?.string.map { try use($0) }
        guard !accounts.contains(where: { $0.value.email == email && $0.key != known }) else {
            throw TransportResponse.refusal(400, "EMAIL_EXISTS")
        }
        let uid: String
        if let known {
            uid = known
        } else {
            count += 1
            uid = "uid-\(count)"
            accounts[uid] = Account()
        }
        accounts[uid]?.identities.append(("password", email))
        accounts[uid]?.email = email
        accounts[uid]?.password = password
        return .success(.object(tokens(for: uid, "identitytoolkit#SignupNewUserResponse")))
    }

    mutating func signInWithPassword(_ json: JSONObject) throws -> TransportResponse {
        let (email, password) = try Self.credential(json)
        guard let uid = accounts.first(where: { $0.value.email == email && $0.value.password == password })?.key else {
            throw TransportResponse.refusal(400, "INVALID_LOGIN_CREDENTIALS")
        }
        guard accounts[uid]?.isDisabled == false else { throw TransportResponse.refusal(400, "USER_DISABLED") }
        return .success(.object(signedIn(uid, "identitytoolkit#VerifyPasswordResponse")))
    }

    mutating func changePassword(_ password: String, of uid: String) throws -> TransportResponse {
        try Self.check(password)
        accounts[uid]?.password = password
        revoked.formUnion(refreshTokens.filter { $0.value == uid }.keys)
        return .success(.object(tokens(for: uid, "identitytoolkit#SetAccountInfoResponse")))
    }

    mutating func sendCode(_ json: JSONObject) throws -> TransportResponse {
        let kind = json["requestType"]?.string ?? ""
        switch kind {
        case "PASSWORD_RESET": mails.append((kind, json["email"]?.string ?? ""))
        case "VERIFY_EMAIL":
            let uid = try use(json["idToken"]?.string ?? "")
            guard let email = accounts[uid]?.email else { throw TransportResponse.refusal(400, "MISSING_EMAIL") }
            mails.append((kind, email))
        default: throw TransportResponse.refusal(400, "INVALID_REQ_TYPE")
        }
        return .success(["kind": "identitytoolkit#GetOobConfirmationCodeResponse"])
    }

    private static func credential(_ json: JSONObject) throws -> (email: String, password: String) {
        guard json["returnSecureToken"]?.bool == true, let email = json["email"]?.string, email.contains("@") else {
            throw TransportResponse.refusal(400, "INVALID_EMAIL")
        }
        guard let password = json["password"]?.string else { throw TransportResponse.refusal(400, "MISSING_PASSWORD") }
        return (email, password)
    }

    private static func check(_ password: String) throws {
        guard password.count < 6 else { return }
        throw TransportResponse.refusal(400, "WEAK_PASSWORD : Password should be at least 6 characters")
    }
}
