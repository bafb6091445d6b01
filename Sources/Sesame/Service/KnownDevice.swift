import SesameCore

/// The token by which a Sesame server knows this device again at a sign-in with a password, so that strangers who guess
/// at the password do not make its owner wait.
///
/// It signs nobody in, and outlives a sign-out. A storage that cannot be read or written is as if it were empty: a
/// sign-in works without the token.
struct KnownDevice: Sendable {
    /// The header with the token, in requests.
    static let header = "Sesame-Device"
    private static let answerHeader = "sesame-device"

    /// The token's storage; nil if it is not stored.
    let storage: (any DeviceStorage)?

    /// The header for a request with a password, or for a code to reset it.
    var headers: [String: Secret] {
        guard let bytes = try? storage?.read(), !bytes.isEmpty else { return [:] }
        return [Self.header: Secret(String(decoding: bytes, as: UTF8.self))]
    }

    /// Keeps the token of an answer, if there is one.
    func keep(from response: TransportResponse) {
        guard let token = response.headers[Self.answerHeader], !token.isEmpty else { return }
        try? storage?.write(Array(token.utf8))
    }

    /// Forgets the token.
    func forget() {
        guard !headers.isEmpty else { return }
        try? storage?.write([])
    }
}
