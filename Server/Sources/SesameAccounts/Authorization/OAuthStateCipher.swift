import Foundation
import SesameCore
import SesameTokens

/// A cipher for the `state` parameter, which contains the whole pending sign-in, so that the server stores nothing for
/// abandoned visits.
///
/// A state is a random id and the encrypted flow. Each state has its own key, derived from the id: any visitor can make
/// the server encrypt any number of states, and one AES-GCM key must not encrypt that many.
struct OAuthStateCipher: Sendable {
    static let idLength = 16

    let key: DerivedKey

    /// Returns the encrypted state; nil if the flow cannot be encrypted.
    func seal(_ flow: BrowserFlow, random id: [UInt8]) -> Secret? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .millisecondsSince1970
        guard let text = try? encoder.encode(flow),
            let sealed = Seal(key.key(for: id)).seal(text)
        else { return nil }
        return Secret(Base64URL.encode(id + sealed))
    }

    /// Decrypts a state, and returns its flow; nil if the state is invalid or expired.
    func open(_ state: Secret, at now: Date) -> BrowserFlow? {
        guard let bytes = Base64URL.decode(state.exposed), bytes.count > Self.idLength,
            let text = Seal(key.key(for: bytes.prefix(Self.idLength))).open(bytes.dropFirst(Self.idLength))
        else { return nil }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        guard let flow = try? decoder.decode(BrowserFlow.self, from: Data(text)), now < flow.expiresAt else {
            return nil
        }
        return flow
    }
}
