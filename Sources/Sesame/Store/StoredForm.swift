import Foundation
import SesameCore

extension Session {
    /// The JSON object in which the session is stored.
    var storedForm: JSONObject {
        var json: JSONObject = [
            "id": .string(id), "accessToken": .string(accessToken.exposed),
            "refreshToken": .string(refreshToken.exposed), "receivedAt": .milliseconds(receivedAt),
            "expiresAt": .milliseconds(expiresAt), "user": .object(user.storedForm),
        ]
        json["appleUser"] = appleUser.map { .string($0.exposed) }
        json["mergedGuest"] = mergedGuest.map { .string($0) }
        return json
    }

    /// Parses the stored form; returns nil if it is invalid.
    init?(storedForm json: JSONObject) {
        guard let id = json["id"]?.string, let accessToken = json["accessToken"]?.string,
            let refreshToken = json["refreshToken"]?.string, let receivedAt = json["receivedAt"]?.date,
            let expiresAt = json["expiresAt"]?.date,
            let user = json["user"]?.object.flatMap({ UserAuthInfo(storedForm: $0) })
        else { return nil }
        self.init(
            id: id, user: user, accessToken: Secret(accessToken), refreshToken: Secret(refreshToken),
            receivedAt: receivedAt, expiresAt: expiresAt)
        appleUser = json["appleUser"]?.string.map { Secret($0) }
        mergedGuest = json["mergedGuest"]?.string
    }
}

extension UserAuthInfo {
    fileprivate var storedForm: JSONObject {
        var json: JSONObject = ["uid": .string(uid), "isAnonymous": .bool(isAnonymous)]
        json["email"] = email.map { .string($0) }
        json["creationDate"] = creationDate.map { .milliseconds($0) }
        json["lastSignInDate"] = lastSignInDate.map { .milliseconds($0) }
        json["displayName"] = displayName.map { .string($0) }
        json["photoURL"] = photoURL.map { .string($0.absoluteString) }
        json["providers"] = .array(providers.map { .string($0) })
        json["role"] = role.map { .string($0) }
        return json
    }

    fileprivate init?(storedForm json: JSONObject) {
        guard let uid = json["uid"]?.string, let isAnonymous = json["isAnonymous"]?.bool else { return nil }
        self.init(
            uid: uid, email: json["email"]?.string, isAnonymous: isAnonymous, creationDate: json["creationDate"]?.date,
            lastSignInDate: json["lastSignInDate"]?.date, displayName: json["displayName"]?.string,
            photoURL: json["photoURL"]?.string.flatMap { URL(string: $0) },
            providers: json["providers"]?.array?.compactMap(\.string) ?? [], role: json["role"]?.string)
    }
}

extension Revocation {
    /// The JSON object in which the revocation is stored.
    var storedForm: JSONObject {
        var json: JSONObject = ["sessionID": .string(sessionID), "refreshToken": .string(refreshToken.exposed)]
        if isTentative { json["isTentative"] = .bool(true) }
        return json
    }

    /// Parses the stored form; returns nil if it is invalid.
    init?(storedForm json: JSONObject) {
        guard let id = json["sessionID"]?.string, let token = json["refreshToken"]?.string else { return nil }
        self.init(sessionID: id, refreshToken: Secret(token), isTentative: json["isTentative"]?.bool ?? false)
    }
}

extension FirstSignInName {
    /// The JSON object in which the name is stored.
    var storedForm: JSONObject {
        var json: JSONObject = ["appleUser": .string(appleUser)]
        json["givenName"] = name.givenName.map { .string($0) }
        json["familyName"] = name.familyName.map { .string($0) }
        return json
    }

    /// Parses the stored form; returns nil if it is invalid.
    init?(storedForm json: JSONObject) {
        guard let user = json["appleUser"]?.string else { return nil }
        self.init(
            appleUser: user,
            name: PersonName(givenName: json["givenName"]?.string, familyName: json["familyName"]?.string))
    }
}

extension JSONValue {
    /// Returns the date in whole milliseconds since 1970, never later than the date: an access token with a later
    /// `receivedAt` would look as if the clock had been set back, and would not be used.
    fileprivate static func milliseconds(_ date: Date) -> JSONValue {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        guard let nearest = Int64(exactly: milliseconds) else { return .integer(Int64.max) }
        return .integer(Date(timeIntervalSince1970: milliseconds / 1_000) > date ? nearest - 1 : nearest)
    }

    fileprivate var date: Date? {
        integer.map { Date(timeIntervalSince1970: TimeInterval($0) / 1_000) }
    }
}
