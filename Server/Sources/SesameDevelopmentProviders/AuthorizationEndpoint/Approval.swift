/// A user's consent to an authorization request, with the code and, if the client requested one, the ID token.
struct Approval: Sendable {
    let request: AuthorizationRequest
    let person: DevelopmentUser
    /// True for the user's first consent to the app.
    let isFirst: Bool
    let code: String
    let idToken: String?
}

/// An authorization response: its parameters, and the response mode in which the browser carries them to the redirect
/// URI.
struct AuthorizationResponse: Sendable {
    struct Parameter: Sendable {
        let name: String
        let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    let redirectURI: String
    let mode: AuthorizationRequest.ResponseMode
    let parameters: [Parameter]

    init(_ request: AuthorizationRequest, _ parameters: [Parameter]) {
        redirectURI = request.redirectURI
        mode = request.responseMode
        self.parameters = parameters + (request.state.map { [Parameter("state", $0)] } ?? [])
    }

    /// The redirect URL, with the encoded parameters in its query or fragment.
    var location: String {
        let encoded = parameters.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
        let mark =
            switch mode {
            case .fragment: "#"
            default: redirectURI.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            }
        return redirectURI + mark + encoded
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                bytes.append(byte)
            case _ where "-._~".utf8.contains(byte):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
