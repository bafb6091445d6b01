import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameAppwriteSurface

struct AppwriteModelTests {
    @Test(arguments: [
        (1_795_242_540_030, "2026-11-21T06:29:00.030+00:00"), (0, "1970-01-01T00:00:00.000+00:00"),
        (1_795_242_540_999, "2026-11-21T06:29:00.999+00:00"), (1_795_242_541_000, "2026-11-21T06:29:01.000+00:00"),
    ])
    func `a time is written with milliseconds and an offset`(milliseconds: Int64, text: String) {
        #expect(AppwriteTime.text(Date(millisecondsSince1970: milliseconds)) == text)
    }

    @Test func `a missing time is written as an empty string`() { #expect(AppwriteTime.text(nil).isEmpty) }

    @Test func `an error response states its status, type and version`() throws {
        let response = AppwriteError.sessionNotFound.response
        let json = try #require(try JSONValue(parsing: response.body).object)
        #expect(response.status == .notFound && json["code"] == 404 && json["version"] == "1.9.6")
        #expect(json["type"] == "user_session_not_found" && json["message"]?.string?.isEmpty == false)
    }

    @Test(arguments: [
        (AuthError.Code.notFound, "user_target_not_found", 404), (.sessionRevoked, "general_unauthorized_scope", 401),
        (.userDeleted, "user_not_found", 404), (.userDisabled, "user_blocked", 401),
        (.reauthenticationRequired, "user_challenge_required", 401), (.invalidToken, "user_oauth2_token_invalid", 401),
        (.invalidNonce, "user_oauth2_token_invalid", 401), (.ticketExpired, "user_invalid_token", 401),
        (.providerRequired, "project_provider_disabled", 412),
        (.credentialInUse, "user_already_exists", 409), (.invalidCredentials, "user_invalid_credentials", 401),
        (.weakPassword, "general_argument_invalid", 400), (.lastMethod, "general_bad_request", 400),
        (.rateLimited, "general_rate_limit_exceeded", 429), (.storageUnavailable, "general_server_error", 503),
        (.providerUnavailable, "general_server_error", 503), (.invalidRequest, "general_argument_invalid", 400),
        (.internal, "general_unknown", 500), (AuthError.Code(rawValue: "of another version"), "general_unknown", 500),
    ])
    func `an error is mapped to Appwrite's type and status`(code: AuthError.Code, type: String, status: UInt) {
        let problem = AppwriteError(AccountError(code, "why", retryAfter: 3), missing: .targetNotFound)
        #expect(problem.type == type && problem.status.code == status && problem.retryAfter == 3)
        #expect(problem.response.headers["Retry-After"] == ["3"])
    }

    @Test func `an internal error does not reveal its reason`() {
        let problem = AppwriteError(AccountError(.internal, "the reason"), missing: .userNotFound)
        #expect(!problem.message.contains("reason"))
    }

    @Test func `an identity's id names provider and account, and a malformed one is rejected`() {
        let account = AccountID("apple_00")
        for provider in [Provider.apple, .google] {
            let read = Provider.identity(provider.identityID(of: account))
            #expect(read?.provider == provider && read?.account == account)
        }
        for other in ["Face book.apple_00", "password.apple_00", ".apple_00", "apple", ""] {
            #expect(Provider.identity(other) == nil)
        }
    }
}

struct AppwriteQueryTests {
    private func queries(_ query: String) throws -> AppwriteQueries {
        try AppwriteQueries(try HTTPRequest(method: .GET, target: "/v1/users?\(query)"))
    }

    private func encoded(_ json: String) throws -> String {
        try #require(json.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    }

    @Test(arguments: ["queries[0]", "queries[]", "queries", "queries%5B12%5D"])
    func `a query parameter is read under each of its names`(name: String) throws {
        let limit = try encoded(#"{"method": "limit", "values": [7]}"#)
        #expect(try queries("\(name)=\(limit)").limit == 7)
    }

    @Test func `a page has twenty-five entries by default`() throws {
        let usual = try queries("other=1")
        #expect(usual.limit == 25 && usual.offset == 0 && usual.cursor == nil && usual.wantsTotal)
        #expect(usual.page(of: Array(0..<30)).count == 25)
        let offset = try encoded(#"{"method": "offset", "values": [28]}"#)
        #expect(Array(try queries("queries[0]=\(offset)&total=false").page(of: Array(0..<30))) == [28, 29])
    }

    @Test(arguments: [
        "limit(5", "limit5)", "(5)", "limit(\"5\")", "limit()", "limit({)", "cursorAfter(1)", "equal()", "equal(1)",
        "[]", "{}", #"{"method": 1}"#, #"{"method": "limit"}"#, #"{"method": "limit", "values": ["5"]}"#,
        #"{"method": "limit", "values": [0]}"#, #"{"method": "limit", "values": [5001]}"#,
        #"{"method": "offset", "values": [-1]}"#, #"{"method": "cursorAfter", "values": [1]}"#,
        #"{"method": "limit", "values": [1, 2]}"#,
    ])
    func `a malformed query is rejected`(text: String) throws {
        let query = try encoded(text)
        let refusal = #expect(throws: AccountError.self) { try queries("queries[0]=\(query)") }
        #expect(refusal?.attachment(AppwriteError.self)?.type == "general_argument_invalid")
    }

    @Test(arguments: [
        ("limit(7)", 7, 0), ("offset(3)", 25, 3), ("cursorAfter(\"a\")", 25, 0), ("cursorBefore(\"a\")", 25, 0),
    ])
    func `pages can be requested in the older form as well`(text: String, limit: Int, offset: Int) throws {
        let queries = try queries("queries[0]=\(try encoded(text))")
        #expect(queries.limit == limit && queries.offset == offset)
        #expect(queries.cursor?.isBefore == (text.contains("cursor") ? text.contains("Before") : nil))
    }

    @Test func `a list without filters rejects a filter`() throws {
        let query = try encoded(#"{"method": "equal", "attribute": "a", "values": [1]}"#)
        #expect(throws: AccountError.self) { try queries("queries[0]=\(query)").requirePagesOnly() }
    }
}
