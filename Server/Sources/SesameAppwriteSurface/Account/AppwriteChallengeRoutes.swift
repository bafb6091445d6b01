import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes that verify a second factor, either to complete a waiting sign-in or to confirm the identity of
/// a signed-in user.
struct AppwriteChallengeRoutes: Sendable {
    let secondFactors: SecondFactorService
    let factors: AppwriteFactors
    let door: AppwriteAuthenticator

    var routes: [Route] {
        ["/v1/account/mfa/challenges", "/v1/account/mfa/challenge"].flatMap { path in
            [
                door.route(.POST, path, limitedBy: .codesFromAddress, challenge),
                door.route(.PUT, path, limitedBy: .refusals, answer),
            ]
        }
    }

    /// Starts a challenge for the second factor that the request specifies. If the factor is a phone, a code is sent to
    /// the number.
    private func challenge(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await factors.factorCaller(call)
        let name = try AppwriteBody(call, "factor").text("factor")
        guard let kind = AppwriteChallenge.Kind(rawValue: name.lowercased()) else {
            throw .appwrite(.argument("factor", "Value must be one of (totp, phone, recoverycode)"))
        }
        let factor = try kind.factor(of: caller.factors)
        if kind == .phone {
            switch caller {
            case .live(let caller, _):
                try await secondFactors.sendSecondFactorCode(
                    to: caller, factor: factor, language: call.language, context: call.context)
            case .pending(let pending):
                try await secondFactors.sendSecondFactorCode(
                    for: pending, factor: factor, to: call.app, language: call.language, context: call.context)
            }
        }
        let now = door.environment.now
        return .appwrite(
            [
                "$id": .string(AppwriteChallenge(kind: kind, number: door.environment.randomID()).id),
                "$createdAt": .string(AppwriteTime.text(now)),
                "userId": .string(caller.session.account.description),
                "expire": .string(AppwriteTime.text(now.addingTimeInterval(Session.secondFactorTimeout))),
            ], status: .created)
    }

    /// Verifies the code of a challenge: completes the waiting sign-in, or reauthenticates the user of a live session.
    private func answer(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await factors.factorCaller(call)
        let body = try AppwriteBody(call, "challengeId", "otp")
        let (id, code) = (try body.text("challengeId"), try body.secret("otp", greatest: 256))
        guard let challenge = AppwriteChallenge(id) else { throw .appwrite(.wrongFactor) }
        let factor = try challenge.kind.factor(of: caller.factors)
        let presented: SecondFactorInput =
            challenge.kind == .recoveryCode ? .recoveryCode(code) : .code(code, factor: factor)
        let session: Session
        do throws(AccountError) {
            switch caller {
            case .live(let caller, _):
                session = try await secondFactors.reauthenticate(caller, showing: presented, context: call.context)
            case .pending(let pending):
                session = try await secondFactors.signIn(
                    pending, showing: presented, to: call.app, context: call.context
                ).session
            }
        } catch {
            throw error.ofFactor
        }
        return door.began(session, isNew: false, status: .ok, call)
    }
}

/// The second factor chosen for a challenge. The session identifies the user, so the id contains only the kind of
/// factor and a random part.
private struct AppwriteChallenge {
    enum Kind: String {
        case totp
        case phone
        case recoveryCode = "recoverycode"

        /// Returns the id of the account's first factor of the challenge's kind; nil for a recovery code, which can be
        /// used in place of any factor. Throws if the account has no such factor.
        func factor(of factors: [SecondFactor]) throws(AccountError) -> String? {
            switch self {
            case .recoveryCode: return nil
            case .totp:
                guard let factor = factors.first(where: { $0.kind == .totp }) else {
                    throw .appwrite(.authenticatorNotFound)
                }
                return factor.id
            case .phone:
                guard let factor = factors.first(where: { $0.kind == .phone }) else {
                    throw .appwrite(.phoneNotFound)
                }
                return factor.id
            }
        }
    }

    let kind: Kind
    let number: String

    var id: String { "\(kind.rawValue).\(number)" }

    init(kind: Kind, number: String) {
        (self.kind, self.number) = (kind, number)
    }

    init?(_ id: String) {
        let parts = id.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init(kind: kind, number: String(parts[1]))
    }
}
