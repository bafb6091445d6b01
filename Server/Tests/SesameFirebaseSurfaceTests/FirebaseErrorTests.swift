import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameAccounts
@testable import SesameFirebaseSurface

struct FirebaseErrorTests {
    @Test(
        arguments: [
            (.notAuthenticated, 400, "INVALID_ID_TOKEN"), (.sessionEnded, 400, "TOKEN_EXPIRED"),
            (.sessionRevoked, 400, "TOKEN_EXPIRED"), (.userDeleted, 400, "USER_NOT_FOUND"),
            (.userDisabled, 400, "USER_DISABLED"), (.invalidToken, 400, "INVALID_IDP_RESPONSE : why"),
            (.invalidNonce, 400, "MISSING_OR_INVALID_NONCE : why"),
            (.providerRequired, 400, "OPERATION_NOT_ALLOWED : why"),
            (.reauthenticationRequired, 400, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
            (.credentialInUse, 400, "FEDERATED_USER_ID_ALREADY_LINKED"),
            (.invalidCredentials, 400, "INVALID_LOGIN_CREDENTIALS"), (.weakPassword, 400, "WEAK_PASSWORD : why"),
            (.rateLimited, 400, "TOO_MANY_ATTEMPTS_TRY_LATER : why"), (.notFound, 404, "Not Found"),
            (.storageUnavailable, 503, "why"), (.providerUnavailable, 503, "why"), (.internal, 500, "INTERNAL_ERROR"),
            (.invalidRequest, 400, "why"),
        ] as [(AuthError.Code, Int, String)])
    func `an error has the status and message that Firebase clients know`(
        code: AuthError.Code, status: Int, message: String
    ) {
        let error = FirebaseError(AccountError(code, "why", retryAfter: 7))
        #expect(error.status == status)
        #expect(error.message == message)
        #expect(error.response.headers["Retry-After"] == ["7"])
    }

    @Test func `app and country caps are a quota error, a receiver's cap is not`() {
        for rule in MessageCaps.Rule.all {
            let refusal = AccountError(.rateLimited, "why", retryAfter: 7).with(rule)
            let code = rule.scope == .receiver ? "TOO_MANY_ATTEMPTS_TRY_LATER" : "QUOTA_EXCEEDED"
            #expect(FirebaseError(refusal).message == "\(code) : why")
            #expect(FirebaseError(refusal).response.headers["Retry-After"] == ["7"])
        }
    }

    @Test func `only server errors have a 5xx status`() {
        for code in AuthError.Code.statuses.keys {
            let status = FirebaseError(AccountError(code, "why")).status
            #expect((status >= 500) == (code.httpStatus >= 500), "\(code)")
        }
    }

    @Test(
        arguments: [
            (.notFound, 404, "Not Found"), (.methodNotAllowed([]), 404, "Not Found"),
            (.rateLimited("much", retryAfter: 3), 400, "TOO_MANY_ATTEMPTS_TRY_LATER : much"),
            (.payloadTooLarge, 413, "the body is too large"),
            (.overloaded, 503, "the server is overloaded; retry later"),
            (.internal, 500, "INTERNAL_ERROR"),
        ] as [(HTTPError, Int, String)])
    func `an HTTP error has Firebase's error format`(problem: HTTPError, status: Int, message: String) throws {
        let error = FirebaseError(problem)
        #expect(error.status == status)
        let body = try JSONValue(parsing: error.response.body)["error"]
        #expect(body?["code"]?.integer == Int64(status))
        #expect(body?["message"]?.string == message)
        #expect(body?["errors"]?.array?.first?["message"]?.string == message)
    }
}
