import Crypto
import Foundation

/// Seals what is kept, under a key that is not in the database: AES-GCM, behind a byte that says so, in case another way
/// comes after this one.
///
/// Where a sealed value belongs is associated data, behind that byte, every part of it behind its length. So it opens in
/// its own place and in no other, and no two places are the same bytes.
struct Seal: Sendable {
    private static let version: UInt8 = 1

    private let key: DerivedKey

    init(_ key: DerivedKey) {
        self.key = key
    }

    /// Returns the bytes sealed; nil where that fails, which is a fault of the system.
    func seal(_ bytes: some DataProtocol, in place: [UInt8]...) -> [UInt8]? {
        let box = try? AES.GCM.seal(bytes, using: key.symmetric, authenticating: Self.associated(place))
        return (box?.combined).map { [Self.version] + $0 }
    }

    /// Returns what was sealed; nil if it was sealed in another way, under another key or for another place, or was changed.
    func open(_ sealed: some Collection<UInt8>, in place: [UInt8]...) -> [UInt8]? {
        guard sealed.first == Self.version, let box = try? AES.GCM.SealedBox(combined: Data(sealed.dropFirst())) else {
            return nil
        }
        return (try? AES.GCM.open(box, using: key.symmetric, authenticating: Self.associated(place))).map { Array($0) }
    }

    private static func associated(_ place: [[UInt8]]) -> [UInt8] {
        [version]
            + place.flatMap { part in
                (0..<4).map { UInt8(truncatingIfNeeded: part.count >> (24 - 8 * $0)) } + part
            }
    }
}

extension DerivedKey {
    /// A key of its own for an id, for whoever anybody can have seal as much as they like: no key may see that many boxes.
    func key(for id: some Sequence<UInt8>) -> DerivedKey { DerivedKey(SymmetricKey(data: code(for: id))) }
}

extension AppID {
    /// The name as a part of where something belongs.
    var bytes: [UInt8] { Array(description.utf8) }
}

extension AccountID {
    /// The id as a part of where something belongs.
    var bytes: [UInt8] { Array(description.utf8) }
}
