import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Which addresses a browser may be sent to with somebody's session.
struct AppwriteReturnRule {
    let app: App
    let project: String
    let trusted: AppwriteOrigin

    /// The scheme by which an app on the device is reached, as Appwrite makes it.
    var scheme: String { "appwrite-callback-\(project)" }

    /// Returns true if an address is a page of one of the app's origins, one of its redirects, or the app by its
    /// scheme.
    func allows(_ address: String) -> Bool {
        guard address.utf8.count <= 2_000, address.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !address.utf8.contains(where: { Array(#"#@\"<>^`{|}"#.utf8).contains($0) })
        else { return false }
        guard !namesOurs(address) else { return false }
        if address.utf8.starts(with: "\(scheme):".utf8) { return true }
        if let origin = WebOrigin.origin(of: address),
            trusted.isListed(origin) && RedirectRule.isConfidential(address)
                || origin.utf8.elementsEqual(trusted.publicURL.utf8)
        {
            return true
        }
        return app.redirects.allows(String(address.prefix { $0 != "?" }))
    }

    /// Returns true if the query has a name already that is added on the way back: a page would take somebody else's
    /// value for that of the server. What cannot be read may have one. A `state` is the app's, and compared with what
    /// it knows.
    private func namesOurs(_ address: String) -> Bool {
        guard let question = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return false }
        let query = address.utf8[address.utf8.index(after: question)...]
        guard let parameters = try? QueryParameters(formEncoded: query) else { return true }
        return Self.ours.contains { parameters[$0] != nil }
    }

    private static let ours = ["userId", "secret", "expire", "error", "code"]
}
