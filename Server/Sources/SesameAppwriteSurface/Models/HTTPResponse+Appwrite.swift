import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

extension HTTPResponse {
    /// Returns the response with one of Appwrite's models as its JSON body.
    static func appwrite(_ json: JSONObject, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        .json(JSONValue.object(json).serialized(), status: status)
    }

    /// Returns the response with a list of models under the given member name. The total is the number of models unless
    /// given.
    static func appwrite(_ name: String, _ models: [JSONObject], total: Int? = nil) -> HTTPResponse {
        var json: JSONObject = ["total": .integer(total ?? models.count)]
        json[name] = .array(models.map(JSONValue.object))
        return .appwrite(json)
    }

    /// The 204 response. It has a content type, because some of Appwrite's clients fail without one.
    static var appwriteEmpty: HTTPResponse {
        HTTPResponse(status: .noContent, headers: ["Content-Type": "text/plain; charset=utf-8"])
    }
}
