import SesameAccounts
import SesameCore
import SesameTokens
import SesameWire

/// The app's return URLs of a browser sign-in, sent to the provider and back as the OAuth state.
struct AppwriteRedirect {
    /// The requested result of a sign-in.
    enum Kind: String {
        /// A session, in the browser's cookies.
        case session
        /// A one-time secret that the app exchanges for a session.
        case token
    }

    let kind: Kind
    /// The URL after a successful sign-in; nil for a URL with the app's scheme, which gives the session to the app on
    /// the device.
    let success: String?
    let failure: String?
    /// The client's own `state`, added to the success and failure URLs, so that the client recognizes its sign-in; nil
    /// if the client sent none.
    let own: String?

    init(_ kind: Kind, success: String?, failure: String?, own: String?) {
        (self.kind, self.success, self.failure, self.own) = (kind, success, failure, own)
    }

    /// Parses the OAuth state of a callback; nil if the text is malformed.
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

    /// Returns true if the text is a valid client state: up to 256 printable ASCII characters (RFC 6749, appendix A.5).
    static func isOwnState(_ text: String) -> Bool {
        text.utf8.count <= 256 && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }
}
