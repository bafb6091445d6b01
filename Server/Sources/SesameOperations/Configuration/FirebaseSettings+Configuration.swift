import SesameAccounts
import SesameCore
import SesameTokens
import SesameWire

extension FirebaseSettings {
    static let settings = SettingGroup([projectKey, keysKey, domainsKey, accountsKey])
    private static let projectKey = SettingKey<String>.required(
        "projectID", "The project ID, which is `aud` of its ID tokens.")
    private static let keysKey = SettingKey<[String]?>.texts(
        "apiKeys", isRequired: true, "The API keys by which clients name the project; they grant no access.")
    private static let domainsKey = SettingKey<[String]?>.texts(
        "authorizedDomains", without: "none", "Hosts that links in emails may lead to.")
    private static let accountsKey = SettingKey<JSONMember?>.value(
        "serviceAccounts", as: .list(account), without: "none",
        "The service accounts of back ends, with their public keys.")
    private static let account = SettingGroup([emailKey, keyIDKey, publicKeyKey])
    private static let emailKey = SettingKey<String>.required("email", "The service account's email address.")
    private static let keyIDKey = SettingKey<String?>.text(
        "keyID", "The key's ID, which is `private_key_id` in its file.")
    private static let publicKeyKey = SettingKey<String>.required("publicKey", "The RSA public key in PEM format.")

    /// Reads an app's `firebase` block; nil if there is none.
    static func read(_ app: ConfigurationReader) throws(ConfigurationError) -> FirebaseSettings? {
        guard let reader = try app.read(AppSettings.firebase) else { return nil }
        let path = reader.path
        let projectID = try reader.read(projectKey)
        guard isName(projectID, atMost: 64) else {
            throw ConfigurationError("\(path).projectID", "must be 1 to 64 letters, digits, - and _")
        }
        let keys = try reader.read(keysKey) ?? []
        guard !keys.isEmpty, keys.allSatisfy({ isName($0, atMost: 128) }) else {
            throw ConfigurationError(
                "\(path).apiKeys", "at least one key is required, each of 1 to 128 letters, digits, - and _")
        }
        return FirebaseSettings(
            projectID: projectID, apiKeys: keys,
            authorizedDomains: (try reader.read(domainsKey) ?? []).map { $0.lowercased() },
            serviceAccounts: try accounts(reader))
    }

    private static func accounts(_ reader: ConfigurationReader) throws(ConfigurationError) -> [FirebaseServiceAccount] {
        guard let member = try reader.read(accountsKey) else { return [] }
        let path = member.path
        guard let entries = member.value.array else {
            throw ConfigurationError(path, "must be a list of {email, keyID, publicKey}")
        }
        var accounts: [FirebaseServiceAccount] = []
        for (index, entry) in entries.enumerated() {
            let path = "\(path)[\(index)]"
            let own = try ConfigurationReader(entry, at: path, of: account)
            guard let key = try? JSONWebKey(rsaPEM: try own.read(publicKeyKey), keyID: try own.read(keyIDKey)) else {
                throw ConfigurationError(
                    "\(path).publicKey", "must be an RSA public key of 2048 to 4096 bits in PEM format")
            }
            let email = try own.read(emailKey)
            let known = accounts.first { $0.email.hasSameBytes(as: email) }
            accounts.removeAll { $0.email.hasSameBytes(as: email) }
            accounts.append(FirebaseServiceAccount(email: email, keys: (known?.keys ?? []) + [key]))
        }
        return accounts
    }

    /// Throws if two apps share a Firebase project id or API key.
    static func requireDistinct(_ all: [FirebaseSettings]) throws(ConfigurationError) {
        guard Set(all.map(\.projectID)).count == all.count else {
            throw ConfigurationError("apps", "two apps have the same Firebase project")
        }
        let keys = all.flatMap { Set($0.apiKeys) }
        guard Set(keys).count == keys.count else {
            throw ConfigurationError("apps", "two apps have the same Firebase API key")
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
