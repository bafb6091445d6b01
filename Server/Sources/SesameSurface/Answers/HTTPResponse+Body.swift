package import NIOHTTP1
import SesameCore
package import SesameHTTP
package import SesameWire

extension HTTPResponse {
    /// An answer with a body.
    package static func json(_ body: some WireBody, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        .json(JSONValue.object(body.json).serialized(), status: status)
    }

    /// The answer, with a cookie if there is one to set.
    package func setting(_ cookie: String?) -> HTTPResponse {
        guard let cookie else { return self }
        var response = self
        response.headers.add(name: "Set-Cookie", value: cookie)
        return response
    }
}
