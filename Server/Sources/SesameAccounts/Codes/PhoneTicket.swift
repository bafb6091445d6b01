package import Foundation
package import SesameCore
import SesameTokens

/// A client's handle for digits sent to a phone number, in protocols that state the number only when the digits are
/// requested. It contains the encrypted number, and proves nothing by itself.
///
/// A ticket is `pt_` and the base64url form of: the time of issue (8 bytes, seconds, big-endian), and the encrypted
/// number. It is bound to the app and the time.
package struct PhoneTicket: Sendable, Equatable {
    /// The number that the digits were sent to.
    package let number: PhoneNumber
    /// The time at which the digits were created.
    package let madeAt: Date

    /// Returns true if the digits have expired.
    package func isOver(at now: Date) -> Bool { now >= madeAt.addingTimeInterval(CodeForm.digits.lifetime) }
}

struct PhoneTicketCipher: Sendable {
    private static let prefix = "pt_"
    private static let timeLength = 8

    let key: DerivedKey

    func seal(_ number: PhoneNumber, in app: AppID, at now: Date) throws(AccountError) -> Secret {
        let time = Self.bytes(of: now)
        guard let sealed = Seal(key).seal(Array(number.description.utf8), in: app.bytes, time) else {
            throw AccountError(.internal, "a phone ticket cannot be encrypted")
        }
        return Secret(Self.prefix + Base64URL.encode(time + sealed))
    }

    /// Decrypts a ticket; nil unless it was issued with this key for the app.
    func open(_ presented: Secret, in app: AppID) -> PhoneTicket? {
        let text = Array(presented.exposed.utf8)
        guard text.starts(with: Self.prefix.utf8), let bytes = Base64URL.decode(text.dropFirst(Self.prefix.utf8.count)),
            bytes.count > Self.timeLength
        else { return nil }
        let time = Array(bytes.prefix(Self.timeLength))
        guard let opened = Seal(key).open(bytes.dropFirst(Self.timeLength), in: app.bytes, time),
            let number = PhoneNumber(String(decoding: opened, as: UTF8.self))
        else { return nil }
        let seconds = time.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return PhoneTicket(number: number, madeAt: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private static func bytes(of date: Date) -> [UInt8] {
        let seconds = UInt64(max(0, date.secondsSince1970))
        return (0..<8).map { UInt8(truncatingIfNeeded: seconds >> (56 - 8 * $0)) }
    }
}

extension CodeService {
    /// Returns a ticket for a number to which digits have just been sent.
    package func phoneTicket(for number: PhoneNumber, in app: App) throws(AccountError) -> Secret {
        try phoneTickets.seal(number, in: app.id, at: environment.now)
    }

    /// Decrypts a presented ticket; nil unless this server issued it for the app. The digits may have expired; see
    /// ``PhoneTicket/isOver(at:)``.
    package func phoneTicket(_ presented: Secret, in app: App) -> PhoneTicket? {
        phoneTickets.open(presented, in: app.id)
    }
}
