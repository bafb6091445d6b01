import SesameCore

/// The token that identifies this device to a Sesame server at a password sign-in, so that attackers who guess the
/// password do not delay the user's own sign-in.
///
/// The token grants no access, and outlives a sign-out. A storage that cannot be read or written counts as empty,
/// because a sign-in works without the token.
struct KnownDevice: Sendable {
    /// The name of the request header with the token.
    static let header = "Sesame-Device"
    private static let answerHeader = "sesame-device"

    /// The storage of the token; nil if the token is not stored.
    let storage: (any DeviceStorage)?

    /// The header with the token, for requests that ask for a code without a session, or that submit a password, a
    /// sign-in code or the second factor of a sign-in; empty if no token is stored.
    var headers: [String: Secret] {
        guard let bytes = try? storage?.read(), !bytes.isEmpty else { return [:] }
        return [Self.header: Secret(String(decoding: bytes, as: UTF8.self))]
    }

    /// Stores the token of a response, if the response has one.
    func keep(from response: TransportResponse) {
        guard let token = response.headers[Self.answerHeader], !token.isEmpty else { return }
        try? storage?.write(Array(token.utf8))
    }

    /// Removes the stored token, after the account was deleted.
    func forget() {
        guard !headers.isEmpty else { return }
        try? storage?.write([])
    }
}
