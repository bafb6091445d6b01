import Foundation
import Sesame
import SesameCore

@testable import SesameFirebase
@testable import SesameTesting

/// Second factors of an in-memory Firebase project. Unlike at Google, a code can be used more than once.
extension AccountsDouble {
    struct Factor {
        let id: String
        var name: String?
        /// The authenticator app's key; nil for a phone.
        var key: Secret?

        var json: JSONValue {
            var json: JSONObject = [
                "mfaEnrollmentId": .string(id), "enrolledAt": "2026-01-02T03:04:05.678901Z",
            ]
            json["displayName"] = name.map { .string($0) }
            if key == nil { json["phoneInfo"] = "+33612345678" } else { json["totpInfo"] = [:] }
            return .object(json)
        }

        func takes(_ code: String) -> Bool {
            key.flatMap { Authenticator(key: $0) }?.step(of: Secret(code), at: Date()) != nil
        }
    }

    /// Returns tokens, or the pending credential if a second factor is required.
    mutating func signedIn(_ uid: String, _ kind: String) -> JSONObject {
        let factors = accounts[uid]?.factors ?? []
        guard !factors.isEmpty else { return tokens(for: uid, kind) }
        count += 1
        pending["pending-\(count)"] = uid
        return [
            "kind": .string(kind), "localId": .string(uid), "mfaPendingCredential": .string("pending-\(count)"),
            "mfaInfo": .array(factors.map(\.json)),
        ]
    }

    mutating func beginFactor(_ json: JSONObject) throws -> TransportResponse {
        let uid = try use(json["idToken"]?.string ?? "")
        guard json["totpEnrollmentInfo"] != nil else { throw TransportResponse.refusal(400, "INVALID_ARGUMENT") }
        guard accounts[uid]?.factors.contains(where: { $0.key != nil }) == false else {
            throw TransportResponse.refusal(400, "SECOND_FACTOR_LIMIT_EXCEEDED")
        }
        guard accounts[uid]?.identities.contains(where: { $0.provider != "password" }) == true else {
            throw TransportResponse.refusal(400, "UNVERIFIED_EMAIL : Need to verify email first.")
        }
        count += 1
        let key = Authenticator.newKey()
        begun["session-info-\(count)"] = (uid, key)
        return .success([
            "totpSessionInfo": [
                "sharedSecretKey": .string(key.exposed), "verificationCodeLength": 6, "hashingAlgorithm": "SHA1",
                "periodSec": 30, "sessionInfo": .string("session-info-\(count)"),
                "finalizeEnrollmentTime": .string((Date() + 300).formatted(.iso8601)),
            ]
        ])
    }

    mutating func addFactor(_ json: JSONObject) throws -> TransportResponse {
        let uid = try use(json["idToken"]?.string ?? "")
        let info = json["totpVerificationInfo"]
        let session = info?["sessionInfo"]?.string ?? ""
        guard let (owner, key) = begun[session], owner == uid else {
            throw TransportResponse.refusal(400, "INVALID_SESSION_INFO")
        }
        guard !completed.contains(session) else {
            throw TransportResponse.refusal(400, "MFA_ENROLLMENT_ALREADY_COMPLETE")
        }
        guard json["displayName"]?.string?.isEmpty == false else {
            throw TransportResponse.refusal(400, "MISSING_DISPLAY_NAME")
        }
        count += 1
        let factor = Factor(id: "factor-\(count)", name: json["displayName"]?.string, key: key)
        guard factor.takes(info?["verificationCode"]?.string ?? "") else {
            throw TransportResponse.refusal(400, "INVALID_CODE")
        }
        accounts[uid]?.factors.append(factor)
        completed.insert(session)
        return .success(.object(pair(for: uid)))
    }

    mutating func withdrawFactor(_ json: JSONObject) throws -> TransportResponse {
        let uid = try use(json["idToken"]?.string ?? "")
        let id = json["mfaEnrollmentId"]?.string
        guard accounts[uid]?.factors.contains(where: { $0.id == id }) == true else {
            throw TransportResponse.refusal(400, "MFA_ENROLLMENT_NOT_FOUND")
        }
        accounts[uid]?.factors.removeAll { $0.id == id }
        // Earlier tokens become invalid.
        revoked.formUnion(refreshTokens.filter { $0.value == uid }.keys)
        return .success(.object(pair(for: uid)))
    }

    mutating func showFactor(_ json: JSONObject) throws -> TransportResponse {
        let credential = json["mfaPendingCredential"]?.string ?? ""
        guard let uid = pending[credential] else {
            throw TransportResponse.refusal(400, "INVALID_MFA_PENDING_CREDENTIAL")
        }
        let id = json["mfaEnrollmentId"]?.string
        guard let factor = accounts[uid]?.factors.first(where: { $0.id == id }) else {
            throw TransportResponse.refusal(400, "MFA_ENROLLMENT_NOT_FOUND")
        }
        guard factor.takes(json["totpVerificationInfo"]?["verificationCode"]?.string ?? "") else {
            throw TransportResponse.refusal(400, "INVALID_CODE")
        }
        pending[credential] = nil
        return .success(.object(pair(for: uid)))
    }

    /// Returns an ID token, a refresh token and an empty `totpAuthInfo`, as Google's second-factor methods do.
    private mutating func pair(for uid: String) -> JSONObject {
        let tokens = tokens(for: uid, "")
        var pair: JSONObject = ["totpAuthInfo": [:]]
        for name in ["idToken", "refreshToken"] { pair[name] = tokens[name] }
        return pair
    }
}
