import Foundation
import Sesame
import SesameCore

@testable import SesameFirebase

/// The accounts of an in-memory Firebase project, and Google's methods on them.
struct AccountsDouble {
    struct Account {
        var identities: [(provider: String, subject: String)] = []
        var email: String?
        var password: String?
        var isDisabled = false
        var factors: [Factor] = []
    }

    var accounts: [String: Account] = [:]
    /// The sent emails, oldest first.
    var mails: [(kind: String, email: String)] = []
    /// The account ids by refresh token. The tokens do not rotate.
    var refreshTokens: [String: String] = [:]
    var revoked: Set<String> = []
    /// The enrollments of authenticator apps by session info, which the client sends with the first code.
    var begun: [String: (uid: String, key: Secret)] = [:]
    /// The session infos of completed enrollments.
    var completed: Set<String> = []
    /// The ids of accounts whose sign-in waits for a second factor, by pending credential.
    var pending: [String: String] = [:]
    private var idTokens: [String: String] = [:]
    var count = 0

    /// Returns the uid of the user who owns this ID token; nil if the token is unknown or the account is deleted.
    func owner(of idToken: String) -> String? {
        idTokens[idToken].flatMap { accounts[$0] == nil ? nil : $0 }
    }

    mutating func signUp(_ json: JSONObject) throws -> TransportResponse {
        if json["email"] != nil { return try signUpWithPassword(json) }
        count += 1
        let uid = "uid-\(count)"
        accounts[uid] = Account()
        return .success(.object(tokens(for: uid, "identitytoolkit#SignupNewUserResponse")))
    }

    /// Implements `accounts:signInWithIdp`: signs in or creates an account or, for a request with an ID token, links
    /// the identity to the token's account.
    mutating func signIn(_ json: JSONObject) throws -> TransportResponse {
        let (provider, subject, email) = try proof(json)
        let known = accounts.first { $0.value.identities.contains { $0 == (provider, subject) } }?.key
        if let idToken = json["idToken"]?.string {
            let uid = try use(idToken)
            if let known { return conflict("FEDERATED_USER_ID_ALREADY_LINKED", known, email, json) }
            if let email, let other = accounts.first(where: { $0.value.email == email && $0.key != uid })?.key {
                return conflict("EMAIL_EXISTS", other, email, json)
            }
            accounts[uid]?.identities.append((provider, subject))
            if accounts[uid]?.email == nil { accounts[uid]?.email = email }
            return .success(.object(tokens(for: uid, "identitytoolkit#VerifyAssertionResponse")))
        }
        if let known {
            guard accounts[known]?.isDisabled == false else { throw TransportResponse.refusal(400, "USER_DISABLED") }
            var answer = signedIn(known, "identitytoolkit#VerifyAssertionResponse")
            answer["providerId"] = .string(provider)
            return .success(.object(answer))
        }
        guard json["autoCreate"]?.bool != false else { throw TransportResponse.refusal(400, "USER_NOT_FOUND") }
        count += 1
        let uid = "uid-\(count)"
        accounts[uid] = Account(identities: [(provider, subject)], email: email)
        var answer = tokens(for: uid, "identitytoolkit#VerifyAssertionResponse")
        answer["isNewUser"] = true
        return .success(.object(answer))
    }

    mutating func lookup(_ json: JSONObject) throws -> TransportResponse {
        let uid = try use(json["idToken"]?.string ?? "")
        let account = accounts[uid] ?? Account()
        var user: JSONObject = [
            "localId": .string(uid), "createdAt": "1700000000000", "lastLoginAt": "1800000000000",
            "passwordHash": "UkVEQUNURUQ=",
            "providerUserInfo": .array(
                account.identities.map {
                    ["providerId": .string($0.provider), "rawId": .string($0.subject)]
                }),
        ]
        user["email"] = account.email.map { .string($0) }
        if !account.factors.isEmpty { user["mfaInfo"] = .array(account.factors.map(\.json)) }
        return .success(["kind": "identitytoolkit#GetAccountInfoResponse", "users": [.object(user)]])
    }

    mutating func update(_ json: JSONObject) throws -> TransportResponse {
        let uid = try use(json["idToken"]?.string ?? "")
        for provider in json["deleteProvider"]?.array ?? [] {
            accounts[uid]?.identities.removeAll { $0.provider == provider.string }
        }
        if let password = json["password"]?.string { return try changePassword(password, of: uid) }
        return .success(["localId": .string(uid)])
    }

    mutating func delete(_ json: JSONObject) throws -> TransportResponse {
        let uid = try use(json["idToken"]?.string ?? "")
        accounts[uid] = nil
        return .success(["kind": "identitytoolkit#DeleteAccountResponse"])
    }

    mutating func refresh(_ request: TransportRequest) throws -> TransportResponse {
        let form = Dictionary(
            (FormEncoding.decode(request.body.exposed) ?? []).map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first })
        guard form["grant_type"] == "refresh_token" else { throw TransportResponse.refusal(400, "INVALID_GRANT_TYPE") }
        let token = form["refresh_token"] ?? ""
        guard let uid = refreshTokens[token] else { throw TransportResponse.refusal(400, "INVALID_REFRESH_TOKEN") }
        guard let account = accounts[uid] else { throw TransportResponse.refusal(400, "USER_NOT_FOUND") }
        guard !account.isDisabled else { throw TransportResponse.refusal(400, "USER_DISABLED") }
        guard !revoked.contains(token) else { throw TransportResponse.refusal(400, "TOKEN_EXPIRED") }
        let id = makeIDToken(uid)
        return .success([
            "id_token": .string(id), "access_token": .string(id), "expires_in": "3600", "token_type": "Bearer",
            "refresh_token": .string(token), "user_id": .string(uid), "project_id": "12345",
        ])
    }

    func use(_ idToken: String) throws -> String {
        guard let uid = idTokens[idToken] else { throw TransportResponse.refusal(400, "INVALID_ID_TOKEN") }
        guard accounts[uid] != nil else { throw TransportResponse.refusal(400, "USER_NOT_FOUND") }
        return uid
    }

    mutating func tokens(for uid: String, _ kind: String) -> JSONObject {
        count += 1
        refreshTokens["refresh-\(count)"] = uid
        return [
            "kind": .string(kind), "localId": .string(uid), "refreshToken": .string("refresh-\(count)"),
            "idToken": .string(makeIDToken(uid)), "expiresIn": "3600",
        ]
    }

    private mutating func makeIDToken(_ uid: String) -> String {
        count += 1
        var claims: JSONObject = [
            "sub": .string(uid), "user_id": .string(uid), "n": .integer(count), "iat": 1_800_000_000,
            "exp": 1_800_003_600,
        ]
        if accounts[uid]?.identities.isEmpty == true { claims["provider_id"] = "anonymous" }
        claims["email"] = accounts[uid]?.email.map { .string($0) }
        let token = Secret.token(claims).exposed
        idTokens[token] = uid
        return token
    }

    private func conflict(_ name: String, _ owner: String, _ email: String?, _ json: JSONObject) -> TransportResponse {
        guard json["returnIdpCredential"]?.bool == true else { return .refusal(400, name) }
        var answer: JSONObject = ["errorMessage": .string(name), "kind": "identitytoolkit#VerifyAssertionResponse"]
        answer["email"] = email.map { .string($0) }
        if let body = json["postBody"] { answer["pendingToken"] = body }
        return .success(.object(answer))
    }

    private func proof(_ json: JSONObject) throws -> (provider: String, subject: String, email: String?) {
        guard json["requestUri"]?.string?.isEmpty == false else {
            throw TransportResponse.refusal(400, "MISSING_REQUEST_URI")
        }
        let body = json["pendingToken"]?.string ?? json["postBody"]?.string ?? ""
        let form = Dictionary(
            (FormEncoding.decode(body) ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        guard let provider = form["providerId"], let token = form["id_token"],
            let claims = UnverifiedClaims(Secret(token)), let subject = claims["sub"]
        else { throw TransportResponse.refusal(400, "INVALID_IDP_RESPONSE : The supplied token is malformed.") }
        if let claim = claims["nonce"], form["nonce"].map({ Nonce(Secret($0)).sha256Hex }) != claim {
            throw TransportResponse.refusal(400, "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
        }
        return (provider, subject, claims["email"])
    }
}
