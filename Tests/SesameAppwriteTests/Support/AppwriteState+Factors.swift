import Foundation
import SesameCore

@testable import Sesame
@testable import SesameTesting

/// Authenticator apps and recovery codes of the in-memory server.
extension AppwriteState {
    /// A user's authenticator app, recovery codes and challenges.
    struct Protection {
        var app: Authenticator
        var isAdded = false
        /// The account's setting `mfa`. While it is off, Appwrite's own server requires no second factor at sign-in.
        var isOn = false
        var lastStep: Int64?
        var recoveryCodes: [String] = []
        /// The factor of each challenge, by the challenge's id.
        var challenges: [String: String] = [:]
    }

    /// Returns the response to a request about second factors; nil for other requests. While the session lacks its
    /// second factor, returns a 401 for all requests except challenges, the list of factors and the sign-out.
    /// - Parameter isFrank: True for Sesame's server, which requires a factor as soon as one is added, ends other
    ///   sessions, and reports the number of recovery codes left.
    mutating func answerAboutFactors(_ call: AppwriteRequest, _ session: Session, isFrank: Bool) -> TransportResponse? {
        let path = call.path.dropFirst().joined(separator: "/")
        switch (call.method, path) {
        case ("GET", "mfa/factors"): return factors(of: session, isFrank: isFrank)
        case ("POST", "mfa/challenge"): return challenge(call, session, isFrank: isFrank)
        case ("PUT", "mfa/challenge"): return answerChallenge(call, session)
        case ("DELETE", "sessions/current"): return nil
        default:
            if awaits(session, isFrank: isFrank) { return .refusal(401, "user_more_factors_required") }
        }
        switch (call.method, path) {
        case ("POST", "mfa/authenticators/totp"): return begin(session)
        case ("PUT", "mfa/authenticators/totp"): return add(call, session, isFrank: isFrank)
        case ("DELETE", "mfa/authenticators/totp"): return removeApp(session, isFrank: isFrank)
        case ("POST", "mfa/recovery-codes"), ("PATCH", "mfa/recovery-codes"):
            return makeCodes(call, session, isFrank: isFrank)
        case ("PATCH", "mfa"):
            protections[session.user]?.isOn = call.body["mfa"]?.bool ?? false
            return .json(200, users.first { $0.id == session.user }.map(model) ?? [:])
        default: return nil
        }
    }

    private func awaits(_ session: Session, isFrank: Bool) -> Bool {
        guard let protection = protections[session.user], protection.isAdded else { return false }
        return (isFrank || protection.isOn) && !session.isUnasked
    }

    private func factors(of session: Session, isFrank: Bool) -> TransportResponse {
        let protection = protections[session.user]
        let count = protection?.recoveryCodes.count ?? 0
        return .json(
            200,
            [
                "totp": .bool(protection?.isAdded ?? false), "phone": false, "email": false,
                "recoveryCode": .bool(count > 0),
            ], headers: isFrank ? ["sesame-recovery-codes-left": String(count)] : [:])
    }

    private mutating func begin(_ session: Session) -> TransportResponse {
        guard protections[session.user]?.isAdded != true else {
            return .refusal(409, "user_authenticator_already_verified")
        }
        let key = Authenticator.newKey()
        guard let app = Authenticator(key: key) else { return .refusal(500, "general_unknown") }
        protections[session.user, default: Protection(app: app)].app = app
        protections[session.user]?.lastStep = nil
        let uri = "otpauth://totp/p:u?secret=\(key.exposed)"
        return .json(201, ["secret": .string(key.exposed), "uri": .string(uri)])
    }

    private mutating func add(_ call: AppwriteRequest, _ session: Session, isFrank: Bool) -> TransportResponse {
        guard let protection = protections[session.user] else { return .refusal(404, "user_authenticator_not_found") }
        guard !protection.isAdded else { return .refusal(409, "user_authenticator_already_verified") }
        guard use(call.text("otp"), of: session.user) else { return .refusal(401, "user_invalid_token") }
        protections[session.user]?.isAdded = true
        if isFrank { sessions.removeAll { $0.user == session.user && $0.id != session.id } }
        noteFactor(in: session)
        return .json(200, users.first { $0.id == session.user }.map(model) ?? [:])
    }

    private mutating func removeApp(_ session: Session, isFrank: Bool) -> TransportResponse {
        guard isFrank || session.isConfirmed else { return .refusal(401, "user_challenge_required") }
        guard protections[session.user]?.isAdded == true else {
            return .refusal(404, "user_authenticator_not_found")
        }
        protections[session.user]?.isAdded = false
        if isFrank { protections[session.user] = nil }
        return TransportResponse(status: 204)
    }

    private mutating func makeCodes(_ call: AppwriteRequest, _ session: Session, isFrank: Bool) -> TransportResponse {
        if call.method == "PATCH", !isFrank, !session.isConfirmed { return .refusal(401, "user_challenge_required") }
        let areThere = protections[session.user]?.recoveryCodes.isEmpty == false
        if call.method == "POST", areThere { return .refusal(409, "user_recovery_codes_already_exists") }
        if call.method == "PATCH", !areThere { return .refusal(404, "user_recovery_codes_not_found") }
        let codes = (0..<6).map { _ in RandomText.make(bytes: 6) }
        protections[session.user]?.recoveryCodes = codes
        return .json(201, ["recoveryCodes": .array(codes.map { .string($0) })])
    }

    private mutating func challenge(
        _ call: AppwriteRequest, _ session: Session, isFrank: Bool
    ) -> TransportResponse {
        guard protections[session.user]?.isAdded == true else {
            return .refusal(404, "user_authenticator_not_found")
        }
        let id = RandomText.make(bytes: 6)
        // Sesame accepts the factor's name in any case; Appwrite only in the spelling `recoveryWord`.
        let word = call.text("factor")
        let isRecovery = isFrank ? word.lowercased() == "recoverycode" : word == recoveryWord
        protections[session.user]?.challenges[id] = isRecovery ? "a recovery code" : word
        return .json(201, ["$id": .string(id), "userId": .string(session.user)])
    }

    private mutating func answerChallenge(_ call: AppwriteRequest, _ session: Session) -> TransportResponse {
        let isRight =
            switch protections[session.user]?.challenges[call.text("challengeId")] {
            case "totp": use(call.text("otp"), of: session.user)
            case "a recovery code": useCode(call.text("otp"), of: session.user)
            default: false
            }
        guard isRight else { return .refusal(401, "user_invalid_token") }
        noteFactor(in: session)
        for index in sessions.indices where sessions[index].id == session.id { sessions[index].isConfirmed = true }
        return .json(200, model(of: session, isCurrent: true))
    }

    private mutating func noteFactor(in session: Session) {
        for index in sessions.indices where sessions[index].id == session.id { sessions[index].isUnasked = true }
    }

    /// Returns true if the user's authenticator app accepts the code, and marks the code as used; each code works once.
    private mutating func use(_ code: String, of user: String) -> Bool {
        guard let protection = protections[user], let step = protection.app.step(of: Secret(code), at: Date()),
            step > protection.lastStep ?? .min
        else { return false }
        protections[user]?.lastStep = step
        return true
    }

    private mutating func useCode(_ code: String, of user: String) -> Bool {
        guard let index = protections[user]?.recoveryCodes.firstIndex(of: code) else { return false }
        protections[user]?.recoveryCodes.remove(at: index)
        return true
    }
}
