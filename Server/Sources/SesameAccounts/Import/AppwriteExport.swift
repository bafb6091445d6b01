package import Foundation
import SesameCore
package import SesameWire

/// The users of an Appwrite project, as listed by its server API: pages of `GET /users` and of `GET /users/identities`,
/// in any order.
///
/// A user's identities may follow the user, so every page is read once for its identities. After that the pages can be
/// converted one at a time.
package struct AppwriteExport: Sendable {
    /// The limits for parsing a page; its size is at most 64 MiB.
    package static let limits = JSONLimits(bytes: 64 << 20, depth: 16, members: 4_096)

    private let app: App
    /// The identities that the app offers, by user.
    private var identities: [String: [BoundIdentity]] = [:]

    fileprivate struct BoundIdentity {
        let provider: Provider
        let subject: String
        let email: String?
    }

    /// The users and identities of a page.
    private typealias Page = (users: [(id: String, json: JSONObject)], identities: [(user: String, json: JSONObject)])

    package init(for app: App) {
        self.app = app
    }

    /// Reads a page for the first time. Throws if the page is not in Appwrite's format.
    ///
    /// - Parameter line: The page's number, from 1. Error messages contain it.
    package mutating func add(_ bytes: [UInt8], line: Int) throws(AccountError) {
        for (user, json) in try Self.page(bytes, line: line).identities {
            if let identity = Self.identity(json, app) { identities[user, default: []].append(identity) }
        }
    }

    /// Returns the users of a page without those who have no sign-in method that can be imported, most of whom are
    /// guests. Each page must have been added before.
    ///
    /// - Parameters:
    ///   - line: The page's number, from 1.
    ///   - definitions: The supported providers.
    ///   - now: The latest time that an account's creation or last sign-in may have.
    /// - Returns: The users' lines, and the number of users left out. A page that cannot be read any more is a line
    ///   that cannot be imported.
    package func lines(
        ofPage bytes: [UInt8], line: Int, _ definitions: ProviderDirectory = .builtIn, now: Date
    ) -> (lines: [ImportLine], guests: Int) {
        func importLine(_ json: Result<JSONObject, AccountError>) -> ImportLine {
            ImportLine(json, number: line, app: app, definitions, now: now)
        }
        let users: [(id: String, json: JSONObject)]
        do throws(AccountError) {
            users = try Self.page(bytes, line: line).users
        } catch {
            return ([importLine(.failure(error))], 0)
        }
        var (lines, guests): ([ImportLine], Int) = ([], 0)
        for user in users {
            do throws(AccountError) {
                let json =
                    app.privacy.isPseudonymous
                    ? pseudonymous(user.id) : try Self.line(of: user.json, identities[user.id] ?? [], app)
                if let json { lines.append(importLine(.success(json))) } else { guests += 1 }
            } catch {
                lines.append(importLine(.failure(error)))
            }
        }
        return (lines, guests)
    }

    /// Reads a page of users, identities or both; an empty line has neither.
    private static func page(_ bytes: [UInt8], line: Int) throws(AccountError) -> Page {
        guard bytes.contains(where: { ![0x20, 0x09, 0x0d].contains($0) }) else { return ([], []) }
        let page: JSONValue
        do throws(JSONError) {
            page = try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw .line("line \(line)", "not valid JSON (RFC 8259): \(error)")
        }
        let (listed, bound) = (page["users"]?.array, page["identities"]?.array)
        guard listed != nil || bound != nil else {
            throw .line("line \(line)", "a page must have 'users' or 'identities'")
        }
        var result: Page = ([], [])
        for user in listed ?? [] {
            guard let json = user.object, let id = json["$id"]?.string, !id.isEmpty else {
                throw .line("line \(line)", "each user must be an object with an '$id'")
            }
            result.users.append((id, json))
        }
        for identity in bound ?? [] {
            guard let json = identity.object, let user = json["userId"]?.string else {
                throw .line("line \(line)", "each identity must be an object with a 'userId'")
            }
            result.identities.append((user, json))
        }
        return result
    }

    /// Returns a user's import line for a pseudonymous app: only the identities or, if there are none, the legacy id
    /// that the app derived from Apple's user id; nil if the user has neither. No other data is imported.
    private func pseudonymous(_ id: String) -> JSONObject? {
        if let own = identities[id] { return ["identities": .array(own.map { .object($0.line(withClaims: false)) })] }
        guard LegacyID(id) != nil else { return nil }
        let identity: JSONObject = ["provider": "apple", "legacyID": .string(id)]
        return ["identities": .array([.object(identity)])]
    }

    /// Returns one user's line; nil for a user without a sign-in method that the app offers.
    private static func line(
        of user: JSONObject, _ identities: [BoundIdentity], _ app: App
    ) throws(AccountError) -> JSONObject? {
        var json: JSONObject = [:]
        func copy(_ name: String, as member: String) {
            if let text = user[name]?.string, !text.isEmpty { json[member] = .string(text) }
        }
        copy("$id", as: "id")
        if !identities.isEmpty {
            json["identities"] = .array(identities.map { .object($0.line(withClaims: true)) })
        }
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

    private static func identity(_ json: JSONObject, _ app: App) -> BoundIdentity? {
        guard let provider = json["provider"]?.string.flatMap(Provider.init(rawValue:)), app.providers[provider] != nil,
            let subject = json["providerUid"]?.string, !subject.isEmpty
        else { return nil }
        let email = json["providerEmail"]?.string
        return BoundIdentity(provider: provider, subject: subject, email: email?.isEmpty == true ? nil : email)
    }
}

extension AppwriteExport.BoundIdentity {
    /// Returns the identity's object in an import line.
    fileprivate func line(withClaims hasClaims: Bool) -> JSONObject {
        var line: JSONObject = ["provider": .string(provider.rawValue), "subject": .string(subject)]
        if hasClaims, let email {
            line["email"] = .string(email)
            line["emailVerified"] = true
        }
        return line
    }
}
