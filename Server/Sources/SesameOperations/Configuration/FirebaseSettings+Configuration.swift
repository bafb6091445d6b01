import SesameAccounts
import SesameCore
import SesameTokens
import SesameWire

extension FirebaseSettings {
    private static let settings = ["projectID", "apiKeys", "authorizedDomains", "serviceAccounts"]

    /// Reads an app's block.
    static func read(_ app: ConfigurationReader) throws(ConfigurationError) -> FirebaseSettings? {
        guard let (value, path) = app.value("firebase") else { return nil }
        let reader = try ConfigurationReader(value, at: path, allowing: settings)
        let projectID = try reader.requiredString("projectID")
        guard isName(projectID, atMost: 64) else {
            throw ConfigurationError("\(path).projectID", "letters, digits, - and _ are expected, at most 64")
        }
        let keys = try reader.strings("apiKeys") ?? []
        guard !keys.isEmpty, keys.allSatisfy({ isName($0, atMost: 128) }) else {
            throw ConfigurationError(
                "\(path).apiKeys", "at least one key is required, of letters, digits, - and _, at most 128")
        }
        return FirebaseSettings(
            projectID: projectID, apiKeys: keys,
            authorizedDomains: (try reader.strings("authorizedDomains") ?? []).map { $0.lowercased() },
            serviceAccounts: try accounts(reader))
    }

    private static func accounts(_ reader: ConfigurationReader) throws(ConfigurationError) -> [FirebaseServiceAccount] {
        guard let (value, path) = reader.value("serviceAccounts") else { return [] }
        guard let entries = value.array else {
            throw ConfigurationError(path, "a list of {email, keyID, publicKey} is expected")
        }
        var accounts: [FirebaseServiceAccount] = []
        for (index, entry) in entries.enumerated() {
            let path = "\(path)[\(index)]"
            let own = try ConfigurationReader(entry, at: path, allowing: ["email", "keyID", "publicKey"])
            guard let key = try? JSONWebKey(rsaPEM: try own.requiredString("publicKey"), keyID: try own.string("keyID"))
            else {
                throw ConfigurationError(
                    "\(path).publicKey", "an RSA public key of 2048 to 4096 bits in PEM is expected")
            }
            let email = try own.requiredString("email")
            let known = accounts.first { $0.email.hasSameBytes(as: email) }
            accounts.removeAll { $0.email.hasSameBytes(as: email) }
            accounts.append(FirebaseServiceAccount(email: email, keys: (known?.keys ?? []) + [key]))
        }
        return accounts
    }

    /// Refuses two apps that a request could not tell apart.
    static func requireDistinct(_ all: [FirebaseSettings]) throws(ConfigurationError) {
        guard Set(all.map(\.projectID)).count == all.count else {
            throw ConfigurationError("apps", "two apps have one Firebase project")
        }
        let keys = all.flatMap { Set($0.apiKeys) }
        guard Set(keys).count == keys.count else {
            throw ConfigurationError("apps", "two apps have one Firebase API key")
        }
    }

    private static func isName(_ text: String, atMost length: Int) -> Bool {
        (1...length).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
