import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The methods that complete a sign-in with a second factor.
extension FirebaseFactorRoutes {
    static let mfaSignInStartSchema = FirebaseSchema.client([
        "mfaPendingCredential": .string, "mfaEnrollmentId": .string,
        "phoneSignInInfo": .object(phoneInfoSchema),
    ])
    static let mfaSignInFinalizeSchema = FirebaseSchema.client([
        "mfaPendingCredential": .string, "mfaEnrollmentId": .string,
        "phoneVerificationInfo": .object(phoneVerificationSchema),
        "totpVerificationInfo": .object(FirebaseSchema(["verificationCode": .string])),
    ])

    /// Handles `mfaSignIn:start`, which sends a code to the phone number of an enrolled factor.
    func startSignIn(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let pending = try await pendingSignIn(body, app, orElse: "MISSING_MFA_PENDING_CREDENTIAL")
        let id = try body.required("mfaEnrollmentId", orElse: "MISSING_MFA_ENROLLMENT_ID")
        guard let factor = pending.factors.first(where: { $0.id.hasSameBytes(as: id) }) else {
            throw .firebase("MFA_ENROLLMENT_NOT_FOUND")
        }
        guard factor.kind == .phone else { throw .invalidArgument("the second factor is not a phone number") }
        try await secondFactors.sendSecondFactorCode(
            for: pending, factor: id, to: app, language: request.firebaseLanguage,
            context: request.context(in: app))
        return .firebase(["phoneResponseInfo": ["sessionInfo": .string(id)]])
    }

    /// Handles `mfaSignIn:finalize`, which verifies the second factor and completes the sign-in.
    func finalizeSignIn(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let pending = try await pendingSignIn(body, app, orElse: "MISSING_CREDENTIAL")
        let (id, code): (String, String)
        if let info = body.object("phoneVerificationInfo") {
            id = try info.required("sessionInfo", orElse: "MISSING_SESSION_INFO")
            code = try info.required("code", orElse: "MISSING_CODE")
        } else if let info = body.object("totpVerificationInfo") {
            id = try body.required("mfaEnrollmentId", orElse: "MISSING_MFA_ENROLLMENT_ID")
            code = try info.required("verificationCode", orElse: "MISSING_CODE")
        } else {
            throw .invalidArgument("phoneVerificationInfo or totpVerificationInfo is required")
        }
        guard let factor = pending.factors.first(where: { $0.id.hasSameBytes(as: id) }) else {
            throw .firebase("MFA_ENROLLMENT_NOT_FOUND")
        }
        let result = try await secondFactors.signIn(
            pending, showing: .code(Secret(code), factor: id), to: app, context: request.context(in: app))
        let tokens = try await door.tokens(of: result.session, in: app)
        var json: JSONObject = [
            "idToken": .string(tokens.idToken.exposed), "refreshToken": .string(tokens.refreshToken.exposed),
        ]
        json[factor.kind == .phone ? "phoneAuthInfo" : "totpAuthInfo"] = .object(
            factor.number.map { ["phoneNumber": .string($0.description)] } ?? [:])
        return .firebase(json)
    }

    private func pendingSignIn(
        _ body: FirebaseBody, _ app: App, orElse code: String
    ) async throws(AccountError) -> PendingSignIn {
        let ticket = Secret(try body.required("mfaPendingCredential", orElse: code))
        do throws(AccountError) {
            return try await secondFactors.pendingSignIn(ticket, to: app)
        } catch {
            throw error.ofDomain?.code == .ticketExpired ? error.saying("INVALID_MFA_PENDING_CREDENTIAL") : error
        }
    }
}

extension FirebaseUserInfo {
    /// Returns a second factor in Firebase's format.
    ///
    /// - Parameter isMasked: True to show only the last two digits of a phone number, because the caller has not
    ///   verified the factor yet.
    static func json(_ factor: SecondFactor, isMasked: Bool = false) -> JSONObject {
        var json: JSONObject = [
            "mfaEnrollmentId": .string(factor.id), "enrolledAt": .string(factor.enrolledAt.formatted(.iso8601)),
        ]
        json["displayName"] = factor.displayName.map { .string($0) }
        switch factor.kind {
        case .totp: json["totpInfo"] = [:]
        case .phone:
            json["phoneInfo"] = (isMasked ? factor.maskedNumber : factor.number?.description).map { .string($0) }
        }
        return json
    }
}

extension AccountUpdate {
    /// Reads the complete list of second factors that a back end sets. Throws a Firebase error for an invalid phone
    /// number or enrollment time.
    static func factors(_ list: [FirebaseBody]) throws(AccountError) -> [FactorInput] {
        var factors: [FactorInput] = []
        for info in list {
            var number: PhoneNumber?
            if let text = info.text("phoneInfo") {
                guard let known = PhoneNumber(text) else {
                    throw .firebase("INVALID_MFA_PHONE_NUMBER", "Invalid format.")
                }
                number = known
            }
            factors.append(
                FactorInput(
                    id: info.text("mfaEnrollmentId"), displayName: info.text("displayName"),
                    enrolledAt: try info.text("enrolledAt").map { text throws(AccountError) in
                        guard let time = try? Date(text, strategy: .iso8601) else {
                            throw .invalidArgument("enrolledAt must be a time such as 2026-01-31T12:00:00Z")
                        }
                        return time
                    }, number: number))
        }
        return factors
    }
}
