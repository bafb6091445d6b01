import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The form of answers that a client knows, by its `X-Appwrite-Response-Format`.
///
/// What newer versions have added is passed over by every client. But until version 1.4 those for Swift, Kotlin and Dart
/// demand of a user how the password is kept, and fail where it is not said: they are told nothing, in its place.
struct AppwriteFormat {
    /// True if a user without these members is none.
    let demandsPassword: Bool

    init(of request: HTTPRequest) {
        let numbers = (request.filledHeader("X-Appwrite-Response-Format") ?? "").utf8.split(
            separator: UInt8(ascii: "."))
        let version = numbers.prefix(2).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        let isOlder = version.count == 2 && version[0] == 1 && (0...3).contains(version[1])
        // Preferences are the app's, whatever stands in them.
        demandsPassword = isOlder && request.path.last != "prefs"
    }

    /// The answer, as the client knows it.
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
    /// The limits for what this server wrote itself: a page of a list, at its largest.
    fileprivate static let shaped = JSONLimits(bytes: .max, depth: 64, members: .max)
}
