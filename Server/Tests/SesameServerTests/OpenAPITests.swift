import SesameCore
import Testing

@testable import SesameServer

struct OpenAPITests {
    private func document() throws -> JSONObject {
        let limits = JSONLimits(bytes: 1 << 20, depth: 32)
        return try #require(try JSONValue(parsing: EmbeddedDocument.openAPI, limits: limits).object)
    }

    @Test func `every error code of the server stands in the document`() throws {
        let schema = try document()["components"]?.object?["schemas"]?.object?["Error"]
        let error = schema?.object?["properties"]?.object?["error"]?.object?["properties"]?.object
        let codes = try #require(error?["code"]?.object?["enum"]?.array).compactMap(\.string)
        let known: [AuthError.Code] = codes.map { AuthError.Code(rawValue: $0) }
        for code in known where code != .internal { #expect(code.httpStatus != 500, "\(code.rawValue)") }
        #expect(known.contains(.internal))
    }

    @Test(arguments: [
        APIRoute.challenges, APIRoute.signInGoogle, APIRoute.signInApple, APIRoute.signInAnonymous, APIRoute.signUp,
        APIRoute.refresh, APIRoute.sessions, APIRoute.session, APIRoute.me, APIRoute.confirm,
        APIRoute.contractGoogle, APIRoute.contractApple,
    ])
    func `every route stands in the document`(path: String) throws {
        #expect(try document()["paths"]?.object?[path] != nil)
    }
}
