import SesameAccounts
import SesameCore
import SesameTokens
import SesameWire

/// The address to which a browser returns after a sign-in, and its parameters: it travels with the sign-in, as its
/// state.
struct AppwriteReturn {
    /// The result that the client wants.
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
    /// The client's own state, returned either way: by it the client knows a sign-in that it began.
    let own: String?

    init(_ kind: Kind, success: String?, failure: String?, own: String?) {
        (self.kind, self.success, self.failure, self.own) = (kind, success, failure, own)
    }

    /// Reads a state.
    init?(_ state: String) {
        guard let bytes = Base64URL.decode(state), let json = try? JSONValue(parsing: bytes).object,
            let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
            json["own"]?.string.map(Self.isOwnState) != false
        else { return nil }
        self.init(kind, success: json["success"]?.string, failure: json["failure"]?.string, own: json["own"]?.string)
    }

    var state: String {
        var json: JSONObject = ["kind": .string(kind.rawValue)]
        json["success"] = success.map(JSONValue.string)
        json["failure"] = failure.map(JSONValue.string)
        json["own"] = own.map(JSONValue.string)
        return Base64URL.encode(JSONValue.object(json).serialized())
    }

    /// Returns true if a client may give that along: up to 256 printable characters of ASCII (RFC 6749, appendix A.5).
    static func isOwnState(_ text: String) -> Bool {
        text.utf8.count <= 256 && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }
}
