import Foundation
import SesameCore
import SesameTokens

/// Makes and reads the `state` that goes with a person to the provider: the begun sign-in itself, sealed, so that the
/// server keeps nothing of people who only looked.
///
/// A state is a random id and the sealed flow. Each has a key of its own, derived from the id, because
/// anybody can make the server seal as many as they like, and no key may see that many boxes.
struct FlowStates: Sendable {
    static let idLength = 16

    let key: DerivedKey

    /// The state; nil when the flow cannot be sealed.
    func seal(_ flow: BrowserFlow, random id: [UInt8]) -> Secret? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .millisecondsSince1970
        guard let text = try? encoder.encode(flow),
            let sealed = Seal(key.key(for: id)).seal(text)
        else { return nil }
        return Secret(Base64URL.encode(id + sealed))
    }

    /// The flow; nil unless the state is one of ours and in time.
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
