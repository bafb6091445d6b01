package import NIOHTTP1
import SesameCore
package import SesameHTTP
package import SesameWire

extension HTTPResponse {
    /// Returns a JSON response with the body's members, by default with status 200.
    package static func json(_ body: some WireBody, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        .json(JSONValue.object(body.json).serialized(), status: status)
    }

    /// Returns the response with a `Set-Cookie` field; unchanged if there is no cookie.
    package func setting(_ cookie: String?) -> HTTPResponse {
        guard let cookie else { return self }
        var response = self
        response.headers.add(name: "Set-Cookie", value: cookie)
        return response
    }
}
