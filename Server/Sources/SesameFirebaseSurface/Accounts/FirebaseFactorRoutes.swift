import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The methods for second factors: enrollment, removal, and the second step of a sign-in.
struct FirebaseFactorRoutes: Sendable {
    let secondFactors: SecondFactorService
    let sessions: SessionService
    let door: FirebaseAuthenticator

    /// The schema of a phone number that receives a code. The members for Firebase's bot detection are accepted and
    /// ignored.
    static let phoneInfoSchema = FirebaseSchema([
        "phoneNumber": .string, "recaptchaToken": .string, "autoRetrievalInfo": .anyObject,
        "iosReceipt": .string, "iosSecret": .string, "safetyNetToken": .string, "playIntegrityToken": .string,
        "captchaResponse": .string, "clientType": .string, "recaptchaVersion": .string,
    ])
    static let mfaStartSchema = FirebaseSchema.client([
        "idToken": .string,
        "phoneEnrollmentInfo": .object(phoneInfoSchema),
        "totpEnrollmentInfo": .anyObject,
    ])
    static let phoneVerificationSchema = FirebaseSchema([
        "sessionInfo": .string, "code": .string, "phoneNumber": .string, "androidVerificationProof": .string,
    ])
    static let mfaFinalizeSchema = FirebaseSchema.client([
        "idToken": .string, "displayName": .string, "phoneVerificationInfo": .object(phoneVerificationSchema),
        "totpVerificationInfo": .object(FirebaseSchema(["sessionInfo": .string, "verificationCode": .string])),
    ])
    static let mfaWithdrawSchema = FirebaseSchema.client(["idToken": .string, "mfaEnrollmentId": .string])

    var routes: [Route] {
        [
            FirebaseMFAMethod("mfaEnrollment:start", Self.mfaStartSchema, startFactor),
            FirebaseMFAMethod("mfaEnrollment:finalize", Self.mfaFinalizeSchema, finalizeFactor),
            FirebaseMFAMethod("mfaEnrollment:withdraw", Self.mfaWithdrawSchema, withdrawFactor),
            FirebaseMFAMethod("mfaSignIn:start", Self.mfaSignInStartSchema, startSignIn),
            FirebaseMFAMethod("mfaSignIn:finalize", Self.mfaSignInFinalizeSchema, finalizeSignIn),
        ].flatMap { method in
            method.paths.map { path in
                door.route(.POST, path, takes: .credential, policy: .firebase) {
                    request, _ throws(AccountError) in
                    let project = try await door.project(of: request)
                    let body = try request.firebaseBody(method.schema)
                    let app = try await door.people(of: project, body)
                    do throws(AccountError) {
                        return try await method.handler(request, app, body)
                    } catch {
                        throw error.inWords(\.inFactorWords)
                    }
                }
            }
        }
    }

    /// Handles `mfaEnrollment:start`, which starts the enrollment of a phone number or an authenticator app.
    private func startFactor(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(try door.idToken(body), of: app)
        let new: FactorEnrollmentRequest
        if let info = body.object("phoneEnrollmentInfo") {
            guard let number = info.text("phoneNumber").flatMap({ PhoneNumber($0) }) else {
                throw .firebase("INVALID_PHONE_NUMBER", "Invalid format.")
            }
            new = .phone(number)
        } else if body.contains("totpEnrollmentInfo") {
            new = .totp
        } else {
            throw .invalidArgument("phoneEnrollmentInfo or totpEnrollmentInfo is required")
        }
        let begun = try await secondFactors.startFactorEnrollment(
            new, of: caller.caller, language: request.firebaseLanguage, context: request.context(in: app))
        let session = Self.sessionInfo(new.kind, caller)
        guard let secret = begun.secret else { return .firebase(["phoneSessionInfo": ["sessionInfo": session]]) }
        return .firebase([
            "totpSessionInfo": [
                "sharedSecretKey": .string(secret.text.exposed), "verificationCodeLength": 6,
                "hashingAlgorithm": "SHA1", "periodSec": 30, "sessionInfo": session,
                "finalizeEnrollmentTime": .string(begun.expiresAt.formatted(.iso8601)),
            ]
        ])
    }

    /// Handles `mfaEnrollment:finalize`, which completes the enrollment of a factor and returns new tokens.
    private func finalizeFactor(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(try door.idToken(body), of: app)
        let (kind, code): (SecondFactor.Kind, Secret)
        if let info = body.object("phoneVerificationInfo") {
            try Self.requireSession(info, .phone, caller)
            (kind, code) = (.phone, Secret(try info.required("code", orElse: "MISSING_CODE")))
        } else if let info = body.object("totpVerificationInfo") {
            try Self.requireSession(info, .totp, caller)
            (kind, code) = (.totp, Secret(try info.required("verificationCode", orElse: "MISSING_CODE")))
        } else {
            throw .invalidArgument("phoneVerificationInfo or totpVerificationInfo is required")
        }
        let factor = try await secondFactors.finishFactorEnrollment(
            kind, with: code, named: body.text("displayName"), of: caller.caller,
            context: request.context(in: app))
        var json = try await renewed(caller, app)
        json[kind == .phone ? "phoneAuthInfo" : "totpAuthInfo"] = .object(
            factor.number.map { ["phoneNumber": .string($0.description)] } ?? [:])
        return .firebase(json)
    }

    /// Handles `mfaEnrollment:withdraw`, which removes a factor and returns new tokens.
    private func withdrawFactor(
        _ request: HTTPRequest, _ app: App, _ body: FirebaseBody
    ) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(try door.idToken(body), of: app)
        let id = try body.required("mfaEnrollmentId", orElse: "MISSING_MFA_ENROLLMENT_ID")
        try await secondFactors.removeFactor(id, from: caller.caller, context: request.context(in: app))
        return .firebase(try await renewed(caller, app))
    }

    /// Returns a new ID token and refresh token for the caller's session. Throws if the session has ended.
    private func renewed(_ caller: FirebaseCaller, _ app: App) async throws(AccountError) -> JSONObject {
        let session: Session
        do throws(AccountError) {
            session = try await sessions.session(caller.caller.session.id, of: caller.caller)
        } catch {
            // The error concerns the missing session, not the factor.
            throw error.with(FirebaseError(error))
        }
        let tokens = try await door.firebase.firebaseTokens(of: session, in: app, claims: caller.sessionClaims)
        return ["idToken": .string(tokens.idToken.exposed), "refreshToken": .string(tokens.refreshToken.exposed)]
    }

    /// Returns the `sessionInfo` that clients send back with the code: the kind of factor and the session's id. It is
    /// not a credential, because the ID token authenticates the request.
    private static func sessionInfo(_ kind: SecondFactor.Kind, _ caller: FirebaseCaller) -> JSONValue {
        .string("\(kind.rawValue).\(caller.caller.session.id)")
    }

    private static func requireSession(
        _ info: FirebaseBody, _ kind: SecondFactor.Kind, _ caller: FirebaseCaller
    ) throws(AccountError) {
        let session = try info.required("sessionInfo", orElse: "MISSING_SESSION_INFO")
        guard sessionInfo(kind, caller) == .string(session) else { throw .firebase("INVALID_SESSION_INFO") }
    }
}

extension AccountError {
    /// The refusal with the Firebase error code for second factors; unchanged if no special code applies.
    fileprivate var inFactorWords: AccountError {
        switch (code, field) {
        case (.invalidCredentials, _): saying("INVALID_CODE")
        case (.ticketExpired, _): saying("SESSION_EXPIRED")
        case (.notFound, _): saying("MFA_ENROLLMENT_NOT_FOUND")
        case (.providerAlreadyLinked, _): saying("SECOND_FACTOR_EXISTS", reason)
        case (.providerRequired, _): saying("OPERATION_NOT_ALLOWED", reason)
        case (.invalidTransition, "email"): saying("UNVERIFIED_EMAIL", reason)
        case (.invalidTransition, AccountError.factorField): saying("SECOND_FACTOR_LIMIT_EXCEEDED", reason)
        case (.invalidTransition, _): saying("UNSUPPORTED_FIRST_FACTOR", reason)
        default: self
        }
    }
}

/// A multi-factor method of Identity Toolkit's version 2, with its paths.
struct FirebaseMFAMethod: Sendable {
    let name: String
    let schema: FirebaseSchema
    let handler: FirebaseMethod.Handler

    init(_ name: String, _ schema: FirebaseSchema, _ handler: @escaping FirebaseMethod.Handler) {
        self.name = name
        self.schema = schema
        self.handler = handler
    }

    /// The method's paths: with Google's host as a prefix, as clients of an emulator send them, and without.
    var paths: [String] { ["/v2/accounts/\(name)", "/identitytoolkit.googleapis.com/v2/accounts/\(name)"] }
}

extension HTTPRequest {
    /// The language in which the client wants messages, for example `fr`; nil without the header `X-Firebase-Locale`.
    var firebaseLanguage: String? { header("x-firebase-locale").flatMap { $0.isEmpty ? nil : $0 } }
}
