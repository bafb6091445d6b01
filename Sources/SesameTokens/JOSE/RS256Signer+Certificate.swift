public import Foundation
import SesameCore

extension RS256Signer {
    /// Returns a self-signed certificate of the key in PEM (RFC 5280, version 1), for clients that accept keys in no
    /// other form.
    ///
    /// The certificate only carries the key; clients trust it because of the URL that they download it from. The same
    /// name and times give the same bytes.
    public func certificate(of name: String, from start: Date, to end: Date) throws(TokenError) -> String {
        let algorithm = DERWriter.sequence(Self.sha256WithRSA, [0x05, 0x00])
        let name = Self.distinguishedName(name)
        let body = DERWriter.sequence(
            DERWriter.integer([1]), algorithm, name,
            DERWriter.sequence(Self.time(start), Self.time(end)), name, subjectPublicKeyInfo)
        let certificate = DERWriter.sequence(body, algorithm, DERWriter.bitString(try signature(of: body)))
        let text = Data(certificate).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }

    /// `sha256WithRSAEncryption`, 1.2.840.113549.1.1.11.
    private static let sha256WithRSA: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B,
    ]
    /// `commonName`, 2.5.4.3.
    private static let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]

    private static func distinguishedName(_ name: String) -> [UInt8] {
        let attribute = DERWriter.sequence(commonName, DERWriter.element(tag: 0x0C, Array(name.utf8)))
        return DERWriter.sequence(DERWriter.element(tag: 0x31, attribute))
    }

    /// Encodes a time as `UTCTime` until 2049, then as `GeneralizedTime` (RFC 5280, section 4.1.2.5).
    private static func time(_ date: Date) -> [UInt8] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let year = parts.year ?? 1970
        let rest = [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { digits($0 ?? 0, 2) }.joined()
        return year < 2050
            ? DERWriter.element(tag: 0x17, Array((digits(year % 100, 2) + rest + "Z").utf8))
            : DERWriter.element(tag: 0x18, Array((digits(year, 4) + rest + "Z").utf8))
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
