import SesameAccounts
import SesameCore
import SesameTokens

/// Where a browser goes when a sign-in is over, and what it takes along: it travels with the sign-in, as its state.
struct AppwriteReturn {
    /// What the client wants.
    enum Kind: String {
        /// A session, in the browser's cookies.
        case session
        /// A secret that signs in once.
        case token
    }

    let kind: Kind
    /// nil for Appwrite's own page, which hands the session over to an app on the device.
    let success: String?
    let failure: String?

    init(_ kind: Kind, success: String?, failure: String?) {
        (self.kind, self.success, self.failure) = (kind, success, failure)
    }

    /// Reads a state.
    init?(_ state: String) {
        guard let bytes = Base64URL.decode(state), let json = try? JSONValue(parsing: bytes).object,
            let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:))
        else { return nil }
        self.init(kind, success: json["success"]?.string, failure: json["failure"]?.string)
    }

    var state: String {
        var json: JSONObject = ["kind": .string(kind.rawValue)]
        json["success"] = success.map(JSONValue.string)
        json["failure"] = failure.map(JSONValue.string)
        return Base64URL.encode(JSONValue.object(json).serialized())
    }
}

/// Which addresses a browser may be sent to with somebody's session.
struct AppwriteReturnRule {
    let app: App
    let project: String
    let origins: [String]

    /// The scheme by which an app on the device is reached, as Appwrite makes it.
    var scheme: String { "appwrite-callback-\(project)" }

    /// Whether an address is a page of a listed origin, one of the app's own redirects, or the app by its scheme.
    func allows(_ address: String) -> Bool {
        guard address.utf8.count <= 2_000, address.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !address.utf8.contains(where: { Array(#"#@\"<>^`{|}"#.utf8).contains($0) })
        else { return false }
        if address.utf8.starts(with: "\(scheme):".utf8) { return true }
        if origins.contains(where: { origin in
            guard address.utf8.starts(with: origin.utf8) else { return false }
            let rest = address.utf8.dropFirst(origin.utf8.count)
            return rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?")
        }) {
            return true
        }
        return app.redirects.allows(String(address.prefix { $0 != "?" }))
    }
}
