package import Foundation
import SesameCore
package import SesameWire

/// The users of an Appwrite project, as listed by its server API: pages of `GET /users` and of `GET /users/identities`,
/// in any order.
package struct AppwriteExport: Sendable {
    /// The limits for parsing a page; its size is at most 64 MiB.
    package static let limits = JSONLimits(bytes: 64 << 20, depth: 16, members: 4_096)

    private var users: [(line: Int, json: JSONObject)] = []
    private var identities: [String: [JSONObject]] = [:]
    /// The number of users that the last call of ``lines(for:_:now:)`` left out, because they have no sign-in method
    /// that can be imported. Most of them are guests.
    package private(set) var guests = 0

    package init() {}

    /// Adds a page of users, identities or both; ignores an empty one. Throws if the page is not in Appwrite's format.
    ///
    /// - Parameter line: The page's number, from 1. Error messages contain it.
    package mutating func add(_ bytes: [UInt8], line: Int) throws(AccountError) {
        guard bytes.contains(where: { ![0x20, 0x09, 0x0d].contains($0) }) else { return }
        let page: JSONValue
        do throws(JSONError) {
            page = try JSONValue(parsing: bytes, limits: Self.limits)
        } catch {
            throw .line("line \(line)", "not valid JSON (RFC 8259): \(error)")
        }
        let (listed, bound) = (page["users"]?.array, page["identities"]?.array)
        guard listed != nil || bound != nil else {
            throw .line("line \(line)", "a page must have 'users' or 'identities'")
        }
        for user in listed ?? [] {
            guard let json = user.object, json["$id"]?.string?.isEmpty == false else {
                throw .line("line \(line)", "each user must be an object with an '$id'")
            }
            users.append((line, json))
        }
        for identity in bound ?? [] {
            guard let json = identity.object, let user = json["userId"]?.string else {
                throw .line("line \(line)", "each identity must be an object with a 'userId'")
            }
            identities[user, default: []].append(json)
        }
    }

    /// Returns the import lines of the users, for an app.
    ///
    /// - Parameters:
    ///   - definitions: The supported providers.
    ///   - now: The latest time that an account's creation or last sign-in may have.
    package mutating func lines(
        for app: App, _ definitions: ProviderDirectory = .builtIn, now: Date
    ) -> [ImportLine] {
        var lines: [ImportLine] = []
        guests = 0
        for user in users {
            let id = user.json["$id"]?.string ?? ""
            let line = Result { () throws(AccountError) -> JSONObject? in
                app.privacy.isPseudonymous
                    ? pseudonymous(id, app) : try Self.line(of: user.json, identities[id] ?? [], app)
            }
            switch line {
            case .success(nil): guests += 1
            case .success(let json?):
                lines.append(ImportLine(.success(json), number: user.line, app: app, definitions, now: now))
            case .failure(let refusal):
                lines.append(ImportLine(.failure(refusal), number: user.line, app: app, definitions, now: now))
            }
        }
        return lines
    }

    /// Returns a user's import line for a pseudonymous app: only the identities or, if there are none, the legacy id
    /// that the app derived from Apple's user id; nil if the user has neither. No other data is imported.
    private func pseudonymous(_ id: String, _ app: App) -> JSONObject? {
        let own = (identities[id] ?? []).compactMap { Self.identity($0, app) }.map { identity in
            JSONObject(identity.members.filter { ["provider", "subject"].contains($0.name) })
        }
        if !own.isEmpty { return ["identities": .array(own.map(JSONValue.object))] }
        guard LegacyID(id) != nil else { return nil }
        let identity: JSONObject = ["provider": "apple", "legacyID": .string(id)]
        return ["identities": .array([.object(identity)])]
    }

    /// Returns one user's line; nil for a user without a sign-in method that the app offers.
    private static func line(
        of user: JSONObject, _ identities: [JSONObject], _ app: App
    ) throws(AccountError) -> JSONObject? {
        var json: JSONObject = [:]
        func copy(_ name: String, as member: String) {
            if let text = user[name]?.string, !text.isEmpty { json[member] = .string(text) }
        }
        copy("$id", as: "id")
        let own = identities.compactMap { identity($0, app) }
        if !own.isEmpty { json["identities"] = .array(own.map(JSONValue.object)) }
        if app.passwords != nil {
            copy("email", as: "email")
            if json["email"] != nil { json["emailVerified"] = .bool(user["emailVerification"]?.bool ?? false) }
            if let hash = try hash(of: user), json["email"] != nil { json["password"] = .object(hash.line) }
        }
        if app.passwords?.allowsPhones == true {
            copy("phone", as: "phone")
            if json["phone"] != nil { json["phoneVerified"] = .bool(user["phoneVerification"]?.bool ?? false) }
        }
        guard ["identities", "email", "phone"].contains(where: { json[$0] != nil }) else { return nil }
        copy("name", as: "displayName")
        copy("registration", as: "createdAt")
        if let preferences = user["prefs"]?.object, !preferences.members.isEmpty {
            json["preferences"] = .object(preferences)
        }
        if let labels = user["labels"]?.array, !labels.isEmpty { json["labels"] = .array(labels) }
        json["disabled"] = .bool(user["status"]?.bool == false)
        return json
    }

    private static func hash(of user: JSONObject) throws(AccountError) -> ImportedPasswordHash? {
        guard let password = user["password"]?.string, !password.isEmpty, let kind = user["hash"]?.string else {
            return nil
        }
        let options = user["hashOptions"]?.object ?? [:]
        return try AppwriteHash(kind) { $0 == .password ? .string(password) : options[$0.rawValue] }.foreign()
    }

    private static func identity(_ json: JSONObject, _ app: App) -> JSONObject? {
        guard let provider = json["provider"]?.string.flatMap(Provider.init(rawValue:)), app.providers[provider] != nil,
            let subject = json["providerUid"]?.string, !subject.isEmpty
        else { return nil }
        var identity: JSONObject = ["provider": .string(provider.rawValue), "subject": .string(subject)]
        if let email = json["providerEmail"]?.string, !email.isEmpty {
            identity["email"] = .string(email)
            identity["emailVerified"] = true
        }
        return identity
    }
}
