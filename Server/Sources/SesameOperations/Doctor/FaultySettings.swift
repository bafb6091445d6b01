import SesameAccounts
import SesameCore
import SesameSurface
import SesameWire

/// All that is wrong with a configuration. The program stops at the first fault; here what it complains of is taken
/// away, or put right for the moment, until it has nothing more to say.
struct FaultySettings {
    private(set) var faults: [ConfigurationError] = []
    private var mended: [String] = []
    private var json: JSONValue

    private static let greatestCount = 200

    init(_ json: JSONValue) {
        self.json = json
        for _ in 0..<Self.greatestCount {
            do throws(ConfigurationError) {
                _ = try ServerConfiguration(parsing: self.json.serialized()).forProduction()
                return
            } catch {
                if !isConsequence(error) { faults.append(error) }
                guard mend(error.path) else { return }
            }
        }
    }

    /// Returns true if the fault is there only because another one was mended.
    private func isConsequence(_ error: ConfigurationError) -> Bool {
        mended.contains { path in
            let described = "\(IdentityProviders.setting)."
            return path.hasSameBytes(as: error.path) || path.hasPrefix(error.path + ".")
                || path.hasPrefix(described)
                    && error.path.hasSuffix(".providers." + path.dropFirst(described.count).prefix { $0 != "." })
        }
    }

    /// Changes what stands at the path.
    ///
    /// - Returns: True if anything was changed.
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
            // What is required and not there: a value that will do, or else nothing of what needs it.
            if let standIn = Self.standIns[leaf], json[names] != standIn, names.count == 1 || leaf == "clientIDs" {
                json[names] = standIn
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

    /// Leaves out what needs the keys of pseudonyms.
    private mutating func leavePrivacyOut() -> Bool {
        let apps = (json["apps"]?.object?.members ?? []).map(\.name).filter { json["apps"]?[$0]?["privacy"] != nil }
        for app in apps { json[["apps", app, "privacy"]] = nil }
        return !apps.isEmpty
    }

    /// Settings that are nothing without each other.
    private static func companions(of name: String) -> [String] {
        [WebClient.settings(by: .team), WebClient.settings(by: .secret)].first { $0.contains(name) } ?? []
    }

    private static let standIns: [String: JSONValue] = [
        "publicURL": "https://sign-in.example.com", "dataDir": "/var/lib/sesame", "keyFile": "/etc/sesame/key",
        "apps": ["app": [:]], "clientIDs": ["stand-in"],
    ]

    /// The names that a path is made of; those of members, such as apps', may have dots in them.
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
    /// The value that lies that deep; setting one leaves all others as they are.
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
