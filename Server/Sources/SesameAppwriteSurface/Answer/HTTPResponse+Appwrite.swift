import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

extension HTTPResponse {
    /// A model.
    static func appwrite(_ json: JSONObject, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        .json(JSONValue.object(json).serialized(), status: status)
    }

    /// A list of models under its name, with how many there are.
    static func appwrite(_ name: String, _ models: [JSONObject], total: Int? = nil) -> HTTPResponse {
        var json: JSONObject = ["total": .integer(total ?? models.count)]
        json[name] = .array(models.map(JSONValue.object))
        return .appwrite(json)
    }

    /// 204. It has a content type, without which some of Appwrite's clients fail.
    static var appwriteEmpty: HTTPResponse {
        HTTPResponse(status: .noContent, headers: ["Content-Type": "text/plain; charset=utf-8"])
    }
}
