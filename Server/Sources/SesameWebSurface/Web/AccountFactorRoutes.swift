import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The routes that add and remove second factors, and that create recovery codes.
struct AccountFactorRoutes: Sendable {
    let secondFactors: SecondFactorService
    let door: AccountPageAuthenticator

    var routes: [Route] {
        [
            door.form("/account/second-factors", startFactorEnrollment),
            door.form("/account/second-factors/confirm", finishFactorEnrollment),
            door.form("/account/second-factors/remove", removeFactor),
            door.form("/account/recovery-codes", generateRecoveryCodes),
        ]
    }

    /// Starts the enrollment of an authenticator app, or of a phone if the form contains a number.
    private func startFactorEnrollment(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        var new = FactorEnrollmentRequest.totp
        if let text = visit.form["phone"] {
            guard let number = PhoneNumber(text) else { throw .noNumber }
            new = .phone(number)
        }
        let begun = try await secondFactors.startFactorEnrollment(
            new, of: visit.caller, language: visit.language, context: visit.context)
        return door.pages.newFactor(new.kind, begun.secret, visit.caller, request: visit.request)
    }

    /// Completes the enrollment of a factor with its first code. After a wrong code the page asks again, without the
    /// secret, which the user has already entered in the authenticator app.
    private func finishFactorEnrollment(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        guard let kind = SecondFactor.Kind(rawValue: visit.form["kind"] ?? "") else {
            throw AccountError(.invalidRequest, "unknown kind of second factor")
        }
        do throws(AccountError) {
            _ = try await secondFactors.finishFactorEnrollment(
                kind, with: Secret(visit.form["code"] ?? ""), of: visit.caller, context: visit.context)
        } catch {
            guard error.code == .invalidCredentials else { throw error }
            door.log.refused(error, visit.request)
            return door.pages.newFactor(kind, nil, visit.caller, problem: FactorText.wrong, request: visit.request)
        }
        return door.back(visit.request)
    }

    /// Removes a factor, and redirects to the account page, even if the factor no longer exists.
    private func removeFactor(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            try await secondFactors.removeFactor(
                visit.form["factor"] ?? "", from: visit.caller, context: visit.context)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        return door.back(visit.request)
    }

    private func generateRecoveryCodes(_ visit: AccountPageRequest) async throws(AccountError) -> HTTPResponse {
        let codes = try await secondFactors.generateRecoveryCodes(
            of: visit.caller, context: visit.context)
        return door.pages.recoveryCodes(codes, visit.caller, request: visit.request)
    }
}

extension AccountError {
    fileprivate static let noNumber = AccountError(
        .invalidRequest, "the phone number must be in international form, such as +33698765400", field: "phone")
}
