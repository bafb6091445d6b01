import Crypto
public import Foundation
public import SesameCore

/// The signature of a webhook message: HMAC-SHA-256 over the time, a full stop and the body, as `t=1795269600,v1=` and
/// 64 hexadecimal digits.
///
/// The time is signed as well, so that a recorded message becomes useless after a few minutes. While the secret is
/// being changed the header holds two signatures, one for the new and one for the previous secret.
public struct WebhookSignature: Sendable, Equatable {
    /// The header that carries the signature.
    public static let header = "Sesame-Signature"
    /// The default maximum difference, in seconds, between the signed time and the current time: five minutes.
    public static let tolerance: TimeInterval = 300

    /// The header's value: the time, and a signature for each secret.
    public let headerValue: String

    /// Signs a body with each of the secrets.
    public init(of body: some Sequence<UInt8>, at now: Date, with secrets: [Secret]) {
        let time = Int64(now.timeIntervalSince1970.rounded(.down))
        let signed = Self.signed("\(time)", Array(body))
        let signatures = secrets.map { secret in
            "v1=" + HMAC<SHA256>.authenticationCode(for: signed, using: Self.key(secret)).map(Self.hex).joined()
        }
        headerValue = (["t=\(time)"] + signatures).joined(separator: ",")
    }

    /// Verifies that a message was signed with one of the secrets at about the given time, and throws ``WebhookError``
    /// otherwise.
    ///
    /// Pass the body's bytes as received, before any parsing. Then process each event `id` only once: a message is
    /// delivered again if its response was lost.
    ///
    /// - Parameters:
    ///   - header: The value of the ``header`` field; refuse a message that has several such fields.
    ///   - secrets: The webhook's secret, and the previous one while it is being changed.
    ///   - now: The wall clock's time.
    ///   - tolerance: The maximum difference, in seconds, between `now` and the signed time.
    public static func verify(
        _ header: String, of body: some Sequence<UInt8>, with secrets: [Secret], now: Date = Date(),
        tolerance: TimeInterval = Self.tolerance
    ) throws(WebhookError) {
        guard header.utf8.count <= 2_048 else { throw .malformed }
        var time: String?
        var codes: [[UInt8]] = []
        for part in header.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let text = String(decoding: part, as: UTF8.self)
            if text.hasPrefix("t=") {
                guard time == nil else { throw .malformed }
                time = String(text.dropFirst(2))
            } else if text.hasPrefix("v1=") {
                guard let code = bytes(ofHex: text.dropFirst(3)) else { throw .malformed }
                codes.append(code)
            }
        }
        guard let time, (1...15).contains(time.utf8.count), time.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = Int64(time), !codes.isEmpty
        else { throw .malformed }
        let signed = signed(time, Array(body))
        // All pairs are tried, so that the timing does not reveal which secret matched.
        var isGenuine = false
        for secret in secrets {
            for code in codes
            where HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: key(secret)) {
                isGenuine = true
            }
        }
        guard isGenuine else { throw .forged }
        guard abs(now.timeIntervalSince1970 - Double(seconds)) <= tolerance else { throw .stale }
    }

    private static func signed(_ time: String, _ body: [UInt8]) -> [UInt8] { Array("\(time).".utf8) + body }

    private static func key(_ secret: Secret) -> SymmetricKey { SymmetricKey(data: Array(secret.exposed.utf8)) }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
    }

    private static func bytes(ofHex text: Substring) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(ofHex: digits[index]), let low = value(ofHex: digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(ofHex digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// The reason why a webhook message is rejected.
public enum WebhookError: Error, Sendable, Hashable {
    /// The header does not have the form of a signature.
    case malformed
    /// No secret gives the signature for the body: the message was forged or changed, or the secret is wrong.
    case forged
    /// The signature is genuine but too old, or the clocks of the two servers differ. The message may be a replay.
    case stale
}
