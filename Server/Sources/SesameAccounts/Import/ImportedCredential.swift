import Foundation
import SesameCore
import SesameWire

/// An email address or phone number of an imported account. An email address may have a password hash from the other
/// system.
package struct ImportedCredential: Sendable, Hashable {
    let kind: LocalCredential.Kind
    let name: String
    /// True if the other system had verified the local credential.
    let isVerified: Bool
    let password: ImportedPasswordHash?

    struct Key: Hashable {
        let kind: LocalCredential.Kind
        let name: String
    }

    var key: Key { Key(kind: kind, name: name) }

    /// Reads the email address and phone number of an import line, in this order; empty if it has neither. Throws if a
    /// value is invalid or the app does not offer sign-in with it.
    static func all(of json: JSONObject, app: App) throws(AccountError) -> [ImportedCredential] {
        var logins: [ImportedCredential] = []
        let password = try ImportedPasswordHash(member: "password", of: json)
        if let text = try json.text("email") {
            guard app.passwords != nil, !app.privacy.isPseudonymous else {
                throw .line("email", "the app does not offer sign-in with email addresses")
            }
            guard let email = EmailAddress(text) else { throw .line("email", "must be an email address") }
            logins.append(
                ImportedCredential(
                    kind: .email, name: email.description, isVerified: try json.flag("emailVerified") ?? false,
                    password: password))
        } else if password != nil {
            throw .line("password", "a password requires an email address to sign in with")
        }
        if let text = try json.text("phone") {
            guard app.passwords?.allowsPhones == true, !app.privacy.isPseudonymous else {
                throw .line("phone", "the app does not offer sign-in with phone numbers")
            }
            guard let phone = PhoneNumber(text) else {
                throw .line("phone", "must be a phone number such as +33698765400")
            }
            logins.append(
                ImportedCredential(
                    kind: .phone, name: phone.description, isVerified: try json.flag("phoneVerified") ?? false,
                    password: nil))
        }
        return logins
    }

    func login(of account: AccountID, in app: AppID, createdAt: Date) -> LocalCredential {
        LocalCredential(
            app: app, kind: kind, name: name, account: account, createdAt: createdAt,
            verifiedAt: isVerified ? createdAt : nil, password: password?.kept,
            passwordChangedAt: password.map { _ in createdAt })
    }
}

/// The display name, preferences and labels of an imported account.
package struct ImportedMetadata: Sendable, Equatable {
    private let details: AccountMetadata

    init(json: JSONObject, app: App) throws(AccountError) {
        var details = AccountMetadata(app: app.id, account: AccountID(""))
        details.displayName = try json.text("displayName")
        switch json["preferences"] {
        case nil: break
        case .object(let preferences)?: details.preferences = preferences
        default: throw .line("preferences", "must be an object")
        }
        if let labels = json["labels"] {
            let texts = labels.array?.compactMap(\.string) ?? []
            guard texts.count == labels.array?.count else { throw .line("labels", "must be a list of strings") }
            details.labels = texts
        }
        if app.privacy.isPseudonymous, details != AccountMetadata(app: app.id, account: AccountID("")) {
            throw .line("displayName", "display names, preferences and labels are not allowed in pseudonymous apps")
        }
        if let refusal = details.refusal() { throw refusal }
        self.details = details
    }

    func fingerprint(into hasher: inout Hasher) { details.fingerprint(into: &hasher) }

    /// Returns the metadata in the form in which it is stored; nil if all of it is empty.
    func kept(of account: AccountID, in app: AppID) -> AccountMetadata? {
        let kept = AccountMetadata(
            app: app, account: account, displayName: details.displayName, preferences: details.preferences,
            labels: details.labels)
        return kept == AccountMetadata(app: app, account: account) ? nil : kept
    }
}

extension ImportedPasswordHash {
    private static let texts: Set<Algorithm> = [.bcrypt, .argon2, .phpass]

    /// Reads a password hash from a member of an import line, in the format of Firebase's import: bytes in base64,
    /// textual hashes verbatim. Returns nil if the line has no such member.
    fileprivate init?(member name: String, of line: JSONObject) throws(AccountError) {
        guard let value = line[name] else { return nil }
        guard let json = value.object, let algorithm = json["algorithm"]?.string.flatMap(Algorithm.init(rawValue:))
        else {
            throw .line(name, "must be an object with a known 'algorithm'")
        }
        let known = ["algorithm", "hash", "salt", "key", "separator", "rounds", "memory", "lanes", "saltFirst"]
        for member in json.members where !known.contains(where: member.name.hasSameBytes) {
            throw .line("\(name).\(member.name)", "unknown field; known fields: \(known.joined(separator: ", "))")
        }
        func bytes(_ member: String) throws(AccountError) -> [UInt8] {
            guard let text = json[member] else { return [] }
            guard let bytes = text.string.flatMap(Self.bytes(ofBase64:)) else {
                throw .line("\(name).\(member)", "must be base64")
            }
            return bytes
        }
        func integer(_ member: String, usual: Int) throws(AccountError) -> Int {
            guard let value = json[member] else { return usual }
            guard let integer = value.integer, (0...1 << 20).contains(integer) else {
                throw .line("\(name).\(member)", "must be a whole number from 0 to 1048576")
            }
            return Int(integer)
        }
        self.init(
            algorithm, Self.texts.contains(algorithm) ? Array((json["hash"]?.string ?? "").utf8) : try bytes("hash"))
        (salt, key, separator) = (try bytes("salt"), try bytes("key"), try bytes("separator"))
        rounds = try integer("rounds", usual: 1)
        memory = try integer("memory", usual: 0)
        lanes = try integer("lanes", usual: 1)
        if let isFirst = json["saltFirst"] {
            guard let isFirst = isFirst.bool else { throw .line("\(name).saltFirst", "must be true or false") }
            isSaltFirst = isFirst
        }
        if let refusal = refusal() { throw refusal }
    }

    /// The hash as JSON, in the format of an import line.
    var line: JSONObject {
        func base64(_ bytes: [UInt8]) -> JSONValue { .string(Data(bytes).base64EncodedString()) }
        return [
            "algorithm": .string(algorithm.rawValue),
            "hash": Self.texts.contains(algorithm) ? .string(String(decoding: hash, as: UTF8.self)) : base64(hash),
            "salt": base64(salt), "key": base64(key), "separator": base64(separator),
            "rounds": .integer(Int64(rounds)), "memory": .integer(Int64(memory)), "lanes": .integer(Int64(lanes)),
            "saltFirst": .bool(isSaltFirst),
        ]
    }
}
