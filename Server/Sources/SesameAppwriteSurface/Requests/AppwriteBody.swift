import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The members of a request body, with Appwrite's names and rules.
///
/// Unknown members are ignored, as in Appwrite. In a pseudonymous app, however, a body with any member other than the
/// route's is rejected, because the member could contain personal data.
struct AppwriteBody {
    private let json: JSONObject

    init(_ call: AppwriteRequest, _ names: String...) throws(AccountError) {
        json = Self.isEmpty(call.request.body) ? JSONObject() : try call.request.jsonObject()
        guard call.app.privacy.isPseudonymous else { return }
        for member in json.members where !names.contains(where: member.name.hasSameBytes) {
            throw .appwrite(
                .argument(
                    member.name, "this value is not allowed in pseudonymous apps; leave it out"))
        }
    }

    /// Returns true if the body has no bytes, or is the empty array that Appwrite's PHP package sends for no members.
    private static func isEmpty(_ body: [UInt8]) -> Bool { body.isEmpty || body.elementsEqual("[]".utf8) }

    /// The member as sent; nil if it is missing, null or an empty string.
    subscript(name: String) -> JSONValue? {
        switch json[name] {
        case nil, .null?: nil
        case .string(let text)? where text.isEmpty: nil
        case let value?: value
        }
    }

    /// Returns a required text of at most `greatest` Unicode scalars. Throws if it is missing, empty or too long.
    func text(_ name: String, greatest: Int = 256) throws(AccountError) -> String {
        guard let text = try optionalText(name, greatest: greatest) else {
            throw .appwrite(.argument(name, "Param is not optional."))
        }
        return text
    }

    /// Returns an optional text of at most `greatest` Unicode scalars; nil if it is missing, null or empty.
    func optionalText(_ name: String, greatest: Int = 256) throws(AccountError) -> String? {
        switch json[name] {
        case nil, .null?: return nil
        case .string(let text)? where text.utf8.count <= greatest * 4 && text.unicodeScalars.count <= greatest:
            return text.isEmpty ? nil : text
        default:
            throw .appwrite(.argument(name, "Value must be a valid string and at most \(greatest) chars long."))
        }
    }

    /// Returns a required text of at most `greatest` Unicode scalars, which may be empty.
    func anyText(_ name: String, greatest: Int = 128) throws(AccountError) -> String {
        guard json[name]?.string != nil else { throw .appwrite(.argument(name, "Param is not optional.")) }
        return try optionalText(name, greatest: greatest) ?? ""
    }

    /// Returns a required secret of at most `greatest` Unicode scalars.
    func secret(_ name: String, greatest: Int = 8_192) throws(AccountError) -> Secret {
        Secret(try text(name, greatest: greatest))
    }

    /// Returns a required email address. Throws if the member is missing or not a valid address.
    func email(_ name: String) throws(AccountError) -> EmailAddress {
        guard let email = EmailAddress(try text(name, greatest: EmailAddress.maxBytes)) else {
            throw .appwrite(.argument(name, "Value must be a valid email address"))
        }
        return email
    }

    /// Returns a required phone number. Throws if the member is missing or not in international format.
    func phone(_ name: String) throws(AccountError) -> PhoneNumber {
        guard let phone = PhoneNumber(try text(name)) else {
            throw .appwrite(
                .argument(
                    name, "Phone number must start with a '+' can have a maximum of fifteen digits."))
        }
        return phone
    }

    /// Returns the user's preferences. Throws if they exceed ``AccountMetadata/maxPreferencesBytes``, or are not empty
    /// in a pseudonymous app.
    func preferences(in app: App) throws(AccountError) -> JSONObject {
        let preferences = try object("prefs")
        if app.privacy.isPseudonymous, !preferences.isEmpty { throw .appwrite(.pseudonymous) }
        guard preferences.serialized().count <= AccountMetadata.maxPreferencesBytes else {
            throw .appwrite(.argument("prefs", "Value must be a valid object of at most 64 KiB"))
        }
        return preferences
    }

    /// Returns the labels without duplicates. Throws if a label contains anything but ASCII letters and digits.
    func labels() throws(AccountError) -> [String] {
        var labels: [String] = []
        for label in try texts("labels", most: AccountMetadata.maxLabels, greatest: AccountMetadata.maxLabelBytes) {
            guard label.utf8.allSatisfy({ Self.isLetterOrDigit($0) }) else {
                throw .appwrite(.argument("labels", "Labels must consist of letters and digits."))
            }
            if !labels.contains(where: label.hasSameBytes) { labels.append(label) }
        }
        return labels
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int64>, usual: Int64) throws(AccountError) -> Int {
        switch json[name] {
        case nil, .null?: return Int(usual)
        case let value?:
            guard let integer = value.integer, range.contains(integer) else {
                throw .appwrite(
                    .argument(
                        name, "Value must be a valid range between \(range.lowerBound) and \(range.upperBound)"))
            }
            return Int(integer)
        }
    }

    func bool(_ name: String) throws(AccountError) -> Bool {
        guard let bool = json[name]?.bool else {
            throw .appwrite(.argument(name, "Value must be a valid boolean: true or false"))
        }
        return bool
    }

    /// Returns an optional boolean; false if it is missing.
    func flag(_ name: String) throws(AccountError) -> Bool {
        switch json[name] {
        case nil, .null?: false
        default: try bool(name)
        }
    }

    func object(_ name: String) throws(AccountError) -> JSONObject {
        if json[name]?.array?.isEmpty == true { return [:] }
        guard let object = json[name]?.object else {
            throw .appwrite(.argument(name, "Value must be a valid object"))
        }
        return object
    }

    func texts(_ name: String, most: Int, greatest: Int) throws(AccountError) -> [String] {
        guard let array = json[name]?.array, array.count <= most else {
            throw .appwrite(.argument(name, "Value must be a valid array of at most \(most) strings"))
        }
        return try array.map { element throws(AccountError) in
            guard let text = element.string, (1...greatest).contains(text.unicodeScalars.count) else {
                throw .appwrite(.argument(name, "Value must be a valid array of at most \(most) strings"))
            }
            return text
        }
    }

    /// Returns the id that the client chose; nil if the client sent `unique()`, which leaves the choice to the server.
    func id(_ name: String) throws(AccountError) -> String? {
        let text = try text(name)
        if text.hasSameBytes(as: "unique()") { return nil }
        guard AppwriteSettings.isID(text) else {
            throw .appwrite(
                .argument(
                    name,
                    "UID must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. "
                        + "Can't start with a special char"))
        }
        return text
    }
}
