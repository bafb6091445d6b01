import SesameAccounts
import SesameCore
import SesameWire

/// An emulator's sent and unused codes, which tests read. They are stored only in memory.
final class FirebaseEmulatorCodes: Sendable {
    struct Link: Sendable {
        let purpose: FirebaseCodeRequest.Purpose
        let email: String
        let newEmail: String?
        let code: Secret
        let address: String
    }

    /// A numeric code sent to a phone number, and the ticket that the client submits with the code.
    struct Digits: Sendable {
        let number: PhoneNumber
        let ticket: Secret
        let code: Secret
    }

    private struct Codes {
        var links: [Link] = []
        var digits: [Digits] = []
    }

    private static let most = 1_000
    private let codes = Locked<[AppID: Codes]>([:])

    /// Stores a link and replaces an earlier one for the same purpose and addresses.
    func note(_ link: Link, of app: AppID) {
        change(app) { codes in
            codes.links.removeAll {
                $0.purpose == link.purpose && $0.email == link.email && $0.newEmail == link.newEmail
            }
            codes.links = codes.links.suffix(Self.most - 1) + [link]
        }
    }

    /// Stores a numeric code, and replaces an earlier one for the same phone number.
    func note(_ digits: Digits, of app: AppID) {
        change(app) { codes in
            codes.digits.removeAll { $0.number == digits.number }
            codes.digits = codes.digits.suffix(Self.most - 1) + [digits]
        }
    }

    /// Removes the link with the given code, after the code has been used.
    func forget(link code: Secret, of app: AppID) {
        change(app) { codes in codes.links.removeAll { $0.code.exposed.hasSameBytes(as: code.exposed) } }
    }

    /// Removes the code of a phone number, after the code has been used.
    func forget(_ number: PhoneNumber, of app: AppID) {
        change(app) { codes in codes.digits.removeAll { $0.number == number } }
    }

    func forgetAll(of app: AppID) {
        codes.withLock { $0[app] = nil }
    }

    func link(_ code: String, of app: AppID) -> Link? {
        codes.withLock { $0[app]?.links.first { $0.code.exposed.hasSameBytes(as: code) } }
    }

    /// Returns the unused links as the emulator's `oobCodes`, oldest first.
    func links(of app: AppID) -> [JSONValue] {
        codes.withLock { $0[app]?.links ?? [] }.map { link in
            var json: JSONObject = [
                "email": .string(link.email), "requestType": .string(link.purpose.rawValue),
                "oobCode": .string(link.code.exposed), "oobLink": .string(link.address),
            ]
            json["newEmail"] = link.newEmail.map { .string($0) }
            return .object(json)
        }
    }

    /// Returns the unused numeric codes as the emulator's `verificationCodes`, oldest first.
    func digits(of app: AppID) -> [JSONValue] {
        codes.withLock { $0[app]?.digits ?? [] }.map { digits in
            [
                "phoneNumber": .string(digits.number.description), "sessionInfo": .string(digits.ticket.exposed),
                "code": .string(digits.code.exposed),
            ]
        }
    }

    private func change(_ app: AppID, _ body: (inout Codes) -> Void) {
        codes.withLock { all in
            var own = all[app] ?? Codes()
            body(&own)
            all[app] = own
        }
    }
}
