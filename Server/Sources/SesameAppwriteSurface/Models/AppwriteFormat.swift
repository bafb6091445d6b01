import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The response format that a client expects, from its `X-Appwrite-Response-Format`.
///
/// All clients ignore members that newer versions have added. But before version 1.4, the Swift, Kotlin and Dart
/// clients require a user's password hash members, and fail without them; they receive empty values instead.
struct AppwriteFormat {
    /// True if the response must have empty password members, because the client cannot read a user without them.
    let demandsPassword: Bool

    init(of request: HTTPRequest) {
        let numbers = (request.filledHeader("X-Appwrite-Response-Format") ?? "").utf8.split(
            separator: UInt8(ascii: "."))
        let version = numbers.prefix(2).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        let isOlder = version.count == 2 && version[0] == 1 && (0...3).contains(version[1])
        // Preferences are the app's own data and are never changed.
        demandsPassword = isOlder && request.path.last != "prefs"
    }

    /// Returns the response in the client's format, with empty password members in each user if required.
    func shape(_ response: HTTPResponse) -> HTTPResponse {
        guard demandsPassword, response.status == .ok || response.status == .created,
            var json = (try? JSONValue(parsing: response.body, limits: .shaped))?.object
        else { return response }
        if let users = json["users"]?.array {
            json["users"] = .array(users.map { $0.object.map { .object(Self.withPassword($0)) } ?? $0 })
        } else if json.contains("passwordUpdate") {
            json = Self.withPassword(json)
        } else {
            return response
        }
        var response = response
        response.body = JSONValue.object(json).serialized()
        return response
    }

    private static func withPassword(_ user: JSONObject) -> JSONObject {
        var user = user
        user["password"] = ""
        user["hash"] = ""
        user["hashOptions"] = .object([:])
        return user
    }
}

extension JSONLimits {
    /// The limits for parsing the server's own responses, whose size and number of members are not restricted.
    fileprivate static let shaped = JSONLimits(bytes: .max, depth: 64, members: .max)
}
