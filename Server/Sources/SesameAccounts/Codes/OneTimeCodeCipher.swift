import Foundation
import SesameCore
import SesameTokens

/// A cipher for one-time codes, which also creates codes and computes the keys under which they are stored.
struct OneTimeCodeCipher: Sendable {
    /// The prefix of every link's code, so that secret scanners find it.
    static let prefix = "mc_"
    /// The length in characters of a link's code that is redeemed with an id. Some clients that use ids extract exactly
    /// this number of characters from a message.
    static let sizeByHandle = 64

    let key: DerivedKey

    /// Returns a new code: 128 random bits, or six digits, all equally likely.
    func secret(_ form: CodeForm, _ environment: RuntimeEnvironment) -> Secret {
        switch form {
        case .link: return Secret(Self.prefix + Base64URL.encode(environment.randomBytes(16)))
        case .digits:
            // A million is so small a part of 2⁶⁴ values that no number is noticeably more likely.
            let number = environment.randomBytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
            let text = String(number)
            return Secret(String(repeating: "0", count: 6 - text.utf8.count) + text)
        }
    }

    /// Returns a new code for a request: ``sizeByHandle`` characters for a link that is redeemed by an id, otherwise as
    /// ``secret(_:_:)``.
    func secret(for order: OneTimeCodeRequest, _ environment: RuntimeEnvironment) -> Secret {
        guard order.handle != nil, order.form == .link else { return secret(order.form, environment) }
        let text = Base64URL.encode(environment.randomBytes(Self.sizeByHandle))
        return Secret(Self.prefix + text.prefix(Self.sizeByHandle - Self.prefix.utf8.count))
    }

    func lookupKey(_ purpose: CodePurpose, _ kind: LocalCredential.Kind, _ name: String, in app: AppID) -> [UInt8] {
        key.code(for: "slot \(app) \(purpose.rawValue) \(kind.rawValue) \(name)".utf8)
    }

    func lookupKey(_ purpose: CodePurpose, _ kind: LocalCredential.Kind, handle: String, in app: AppID) -> [UInt8] {
        key.code(for: "handle \(app) \(purpose.rawValue) \(kind.rawValue) \(handle)".utf8)
    }

    /// Returns the key under which a code is stored: by its id if it has one, otherwise by its recipient.
    func lookupKey(of content: CodeContent, in app: AppID) -> [UInt8] {
        if let handle = content.handle { return lookupKey(content.purpose, content.kind, handle: handle, in: app) }
        return lookupKey(content.purpose, content.kind, content.recipient, in: app)
    }

    func digest(ofLink secret: Secret) -> [UInt8] { key.code(for: "link \(secret.exposed)".utf8) }

    func digest(ofDigits secret: Secret, in lookupKey: [UInt8]) -> [UInt8] {
        key.code(for: Array("digits ".utf8) + lookupKey + Array(secret.exposed.utf8))
    }

    func record(
        _ content: CodeContent, _ secret: Secret, in app: AppID, until expiresAt: Date
    ) throws(StorageError) -> OneTimeCode {
        guard content.isMarked else { throw .corrupt("a code lacks the marks that invalidate it") }
        let lookupKey = lookupKey(of: content, in: app)
        let digest = content.form == .link ? digest(ofLink: secret) : digest(ofDigits: secret, in: lookupKey)
        guard let text = try? JSONEncoder().encode(content),
            let sealed = Seal(key).seal(text, in: digest)
        else { throw .corrupt("a code cannot be encrypted") }
        return OneTimeCode(
            lookupKey: lookupKey, digest: digest, account: content.account, app: app, sealed: sealed,
            expiresAt: expiresAt)
    }

    func open(_ code: OneTimeCode) throws(StorageError) -> CodeContent {
        guard let text = Seal(key).open(code.sealed, in: code.digest),
            let content = try? JSONDecoder().decode(CodeContent.self, from: Data(text))
        else { throw .corrupt("a code cannot be decrypted or decoded") }
        return content
    }
}
