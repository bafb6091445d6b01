import SesameAccounts
import SesameCore
import SesameSurface
import SesameWire

/// The errors of a configuration. Reading a configuration stops at the first error; this type removes or repairs each
/// faulty setting in memory until no error remains.
struct ConfigurationDiagnosis {
    private(set) var faults: [ConfigurationError] = []
    private var mended: [String] = []
    private var json: JSONValue

    private static let maxCount = 200

    init(_ json: JSONValue) {
        self.json = json
        for _ in 0..<Self.maxCount {
            do throws(ConfigurationError) {
                _ = try ServerConfiguration(parsing: self.json.serialized()).forProduction()
                return
            } catch {
                if !isConsequence(error) { faults.append(error) }
                guard mend(error.path) else { return }
            }
        }
    }

    /// Returns true if the error exists only because another one was repaired.
    private func isConsequence(_ error: ConfigurationError) -> Bool {
        mended.contains { path in
            let described = "\(IdentityProviders.setting)."
            return path.hasSameBytes(as: error.path) || path.hasPrefix(error.path + ".")
                || path.hasPrefix(described)
                    && error.path.hasSuffix(".providers." + path.dropFirst(described.count).prefix { $0 != "." })
        }
    }

    /// Removes the faulty setting or replaces it with a placeholder.
    ///
    /// - Returns: True if anything changed.
    private mutating func mend(_ path: String) -> Bool {
        guard !path.isEmpty else { return false }
        let isKnown = mended.contains { $0.hasSameBytes(as: path) }
        mended.append(path)
        let names = Self.names(of: path, in: json)
        let leaf = names.last ?? ""
        let companions = Self.companions(of: leaf).map { Array(names.dropLast()) + [$0] }.filter { json[$0] != nil }
        if isKnown || json[names] == nil {
            if !companions.isEmpty, names.count > 1 {
                for companion in companions { json[companion] = nil }
                return true
            }
            // A required but missing setting gets a valid placeholder, or else its parent is removed.
            if let placeholder = Self.placeholders[leaf], json[names] != placeholder,
                names.count == 1 || leaf == "clientIDs"
            {
                json[names] = placeholder
                return true
            }
            guard names.count > 1 else { return leaf == "pseudonymKeyFile" && leavePrivacyOut() }
            let parent = Array(names.dropLast())
            guard json[parent] != nil else { return false }
            json[parent] = nil
            mended.append(parent.joined(separator: "."))
            return true
        }
        if names.count > 1 { for companion in companions { json[companion] = nil } }
        json[names] = nil
        return true
    }

    /// Removes the `privacy` of all apps, because pseudonymous apps need pseudonym keys. Returns false if no app has
    /// the setting.
    private mutating func leavePrivacyOut() -> Bool {
        let apps = (json["apps"]?.object?.members ?? []).map(\.name).filter { json["apps"]?[$0]?["privacy"] != nil }
        for app in apps { json[["apps", app, "privacy"]] = nil }
        return !apps.isEmpty
    }

    /// Returns the settings of an OAuth client, which are valid only together, if the given setting is one of them;
    /// otherwise an empty list.
    private static func companions(of name: String) -> [String] {
        [OAuthClientRegistration.settings(by: .team), OAuthClientRegistration.settings(by: .secret)].first {
            $0.contains(name)
        } ?? []
    }

    private static let placeholders: [String: JSONValue] = [
        "publicURL": "https://sign-in.example.com", "dataDir": "/var/lib/sesame", "keyFile": "/etc/sesame/key",
        "apps": ["app": [:]], "clientIDs": ["stand-in"],
    ]

    /// Splits a setting's path into the names of its members. A name may itself contain dots, such as a client id in
    /// `nonceByClientID`.
    private static func names(of path: String, in json: JSONValue) -> [String] {
        var names: [String] = []
        var rest = path[...]
        var value: JSONValue? = json
        while !rest.isEmpty {
            let known = value?.object?.members.map(\.name).filter { rest == $0 || rest.hasPrefix($0 + ".") }
            if let list = value?.object?.members.first(where: { rest.hasPrefix($0.name + "[") }) {
                return names + [list.name]
            }
            let name = known?.max { $0.utf8.count < $1.utf8.count } ?? String(rest.prefix { $0 != "." })
            names.append(name)
            rest = rest.dropFirst(name.count + 1)
            value = value?[name]
        }
        return names
    }
}

extension JSONValue {
    /// The value at a nested path; nil if there is none. Setting a value leaves all other members unchanged.
    fileprivate subscript(names: [String]) -> JSONValue? {
        get {
            guard let first = names.first else { return self }
            return self[first]?[Array(names.dropFirst())]
        }
        set {
            guard let first = names.first, var object else { return }
            let rest = Array(names.dropFirst())
            if rest.isEmpty {
                object[first] = newValue
            } else if var inner = object[first] {
                inner[rest] = newValue
                object[first] = inner
            }
            self = .object(object)
        }
    }
}
