import SesameCore
import SesameTokens

/// An encoder and decoder of signed session ids. A signed id consists of the session's id, for some secrets also the
/// account's id, and a MAC. It is valid for as long as the session.
///
/// A signed id is not stored and never rotated, because the session itself is checked at each use.
struct SignedSessionID: Sendable {
    private static let idLength = 26
    private static let macLength = 32

    /// The prefix of every signed id. Secret scanners search for it.
    let prefix: String
    let key: DerivedKey

    /// Returns the session's signed id.
    ///
    /// - Parameter account: The session's account, for secrets that must identify the account even after the session
    ///   was removed; nil for all other secrets.
    func text(of session: SessionID, account: AccountID? = nil) -> Secret {
        let content = Array(session.description.utf8) + Array((account?.description ?? "").utf8)
        return Secret(prefix + Base64URL.encode(content + key.code(for: content)))
    }

    /// Returns the session and account of a presented signed id; nil if it was not created with the encoder's key. The
    /// account is empty if the signed id contains none.
    func read(_ presented: Secret) -> (session: SessionID, account: AccountID)? {
        let text = Array(presented.exposed.utf8)
        guard text.starts(with: prefix.utf8), let bytes = Base64URL.decode(text.dropFirst(prefix.utf8.count)),
            bytes.count >= Self.idLength + Self.macLength
        else { return nil }
        let content = bytes.dropLast(Self.macLength)
        guard key.isCode(bytes.suffix(Self.macLength), of: content) else { return nil }
        return (
            SessionID(String(decoding: content.prefix(Self.idLength), as: UTF8.self)),
            AccountID(String(decoding: content.dropFirst(Self.idLength), as: UTF8.self))
        )
    }

    /// Returns the session of a presented signed id; nil if it was not created with the encoder's key.
    func session(of presented: Secret) -> SessionID? { read(presented)?.session }
}
