import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameAppwriteSurface

struct AppwriteFormatTests {
    private let user: JSONObject = ["$id": "a", "passwordUpdate": ""]

    private func shaped(_ json: JSONObject, for format: String?, status: HTTPResponseStatus = .ok) throws -> JSONValue {
        let headers = HTTPHeaders(format.map { [("X-Appwrite-Response-Format", $0)] } ?? [])
        let request = try HTTPRequest(method: .GET, target: "/v1/users", headers: headers)
        let response = AppwriteFormat(of: request).shape(.appwrite(json, status: status))
        #expect(response.status == status)
        return try JSONValue(parsing: response.body)
    }

    @Test(arguments: ["1.0.0", "1.2", "1.3.7"])
    func `an old client receives empty password fields for a user`(format: String) throws {
        let list: JSONObject = ["total": 1, "users": .array([.object(user)])]
        for json in [
            try shaped(user, for: format), try shaped(user, for: format, status: .created),
            try #require(try shaped(list, for: format)["users"]?.array?.first),
        ] {
            #expect(json["password"]?.string == "" && json["hash"]?.string == "")
            #expect(json["hashOptions"]?.object?.isEmpty == true && json["$id"]?.string == "a")
        }
    }

    @Test(arguments: [nil, "", "1.4.0", "1.9.6", "2.0.0", "1", "x.y", "0.15.0", "1.-1"])
    func `other clients receive no password fields`(format: String?) throws {
        #expect(try shaped(user, for: format) == .object(user))
    }

    @Test func `responses other than users stay unchanged`() throws {
        let session: JSONObject = ["$id": "a", "userId": "b"]
        #expect(try shaped(session, for: "1.0.0") == .object(session))
        #expect(try shaped(user, for: "1.0.0", status: .badRequest) == .object(user))
    }
}
