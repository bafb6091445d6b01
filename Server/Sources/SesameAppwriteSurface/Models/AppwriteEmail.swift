import SesameCore
import SesameWire

/// The properties of an email address in Appwrite's models, computed from the address alone.
struct AppwriteEmail {
    /// The canonical address, in lowercase and without the tag and dots that its provider ignores.
    let canonical: String
    /// True if the domain belongs to a known provider of free addresses, such as `gmail.com`.
    let isFree: Bool
    private let address: String

    /// Creates the properties of an address; nil if the text is not an email address.
    init?(_ text: String) {
        address = text.lowercased()
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        var (name, domain) = (String(parts[0]), String(parts[1]))
        if domain == "googlemail.com" { domain = "gmail.com" }
        isFree = Self.passingOverTags.contains(domain) || Self.others.contains(domain)
        if Self.passingOverTags.contains(domain), let tag = name.firstIndex(of: "+"), tag != name.startIndex {
            name = String(name[..<tag])
        }
        if domain == "gmail.com" { name.removeAll { $0 == "." } }
        canonical = "\(name)@\(domain)"
    }

    /// Returns the members of the user model for an address; each is null if the text is not an email address.
    /// Disposable-address providers are not recognized.
    static func json(of text: String) -> JSONObject {
        let email = AppwriteEmail(text)
        func flag(_ value: (AppwriteEmail) -> Bool) -> JSONValue { email.map { .bool(value($0)) } ?? .null }
        return [
            "emailCanonical": email.map { .string($0.canonical) } ?? .null,
            "emailIsCanonical": flag { $0.canonical.hasSameBytes(as: $0.address) }, "emailIsFree": flag(\.isFree),
            "emailIsDisposable": flag { _ in false }, "emailIsCorporate": flag { !$0.isFree },
        ]
    }

    /// The free providers that deliver `name+anything` to `name`.
    private static let passingOverTags: Set = [
        "gmail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com", "mac.com",
        "proton.me", "protonmail.com", "pm.me", "fastmail.com", "zoho.com",
    ]
    /// The free providers that do not support tags, or are not known to.
    private static let others: Set = [
        "yahoo.com", "yahoo.fr", "yahoo.de", "yahoo.co.uk", "ymail.com", "aol.com", "gmx.com", "gmx.de", "gmx.net",
        "gmx.at", "gmx.ch", "web.de", "t-online.de", "freenet.de", "mail.com", "mail.ru", "yandex.ru", "yandex.com",
        "qq.com", "163.com", "126.com", "naver.com", "orange.fr", "wanadoo.fr", "free.fr", "laposte.net", "sfr.fr",
        "libero.it", "seznam.cz", "wp.pl", "tutanota.com", "hotmail.fr", "hotmail.co.uk", "live.fr", "outlook.fr",
    ]
}
