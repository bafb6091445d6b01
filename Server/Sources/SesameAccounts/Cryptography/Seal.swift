import Crypto
import Foundation

/// An AES-GCM cipher for values that must be unreadable without a key from outside the database. A version byte
/// precedes the ciphertext, for later formats.
///
/// The location of an encrypted value is its associated data: the version byte, then each part with its length. So a
/// value can be decrypted only in its own location, and no two locations have the same bytes.
struct Seal: Sendable {
    private static let version: UInt8 = 1

    private let key: DerivedKey

    init(_ key: DerivedKey) {
        self.key = key
    }

    /// Returns the encrypted bytes; nil on a system error.
    func seal(_ bytes: some DataProtocol, in place: [UInt8]...) -> [UInt8]? {
        let box = try? AES.GCM.seal(bytes, using: key.symmetric, authenticating: Self.associated(place))
        return (box?.combined).map { [Self.version] + $0 }
    }

    /// Returns the decrypted bytes; nil if the format, the key or the location differs, or the value was changed.
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
    /// Returns a key derived for an id. It is used for values that any client can have encrypted without limit, which
    /// are too many for one key.
    func key(for id: some Sequence<UInt8>) -> DerivedKey { DerivedKey(SymmetricKey(data: code(for: id))) }
}

extension AppID {
    /// The id in UTF-8, as a part of the location of a ``Seal``.
    var bytes: [UInt8] { Array(description.utf8) }
}

extension AccountID {
    /// The id in UTF-8, as a part of the location of a ``Seal``.
    var bytes: [UInt8] { Array(description.utf8) }
}
