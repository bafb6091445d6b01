import SesameAccounts
import SesameCore

/// Which addresses a browser may be sent to with somebody's session.
struct AppwriteReturnRule {
    let app: App
    let project: String
    let trusted: AppwriteOrigin

    /// The scheme by which an app on the device is reached, as Appwrite makes it.
    var scheme: String { "appwrite-callback-\(project)" }

    /// Whether an address is a page of one of the app's origins, one of its redirects, or the app by its scheme.
    func allows(_ address: String) -> Bool {
        guard address.utf8.count <= 2_000, address.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !address.utf8.contains(where: { Array(#"#@\"<>^`{|}"#.utf8).contains($0) })
        else { return false }
        if address.utf8.starts(with: "\(scheme):".utf8) { return true }
        if let origin = AppwriteOrigin.origin(of: address),
            trusted.isListed(origin) || origin.utf8.elementsEqual(trusted.publicURL.utf8)
        {
            return true
        }
        return app.redirects.allows(String(address.prefix { $0 != "?" }))
    }
}
