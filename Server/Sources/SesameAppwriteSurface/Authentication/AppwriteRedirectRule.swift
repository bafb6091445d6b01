import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The rule that decides which URLs a browser may be redirected to with a user's session secret or one-time secret.
struct AppwriteRedirectRule {
    let app: App
    let project: String
    let trusted: AppwriteOrigin

    /// The URL scheme for redirects to the app on the device, in the form that Appwrite's packages expect.
    var scheme: String { "appwrite-callback-\(project)" }

    /// Returns true if the address is a page of this server, a page of one of the app's origins over https or on a
    /// loopback host, one of the app's redirect URIs, or an address with the app's scheme. Returns false for more than
    /// 2,000 bytes, a fragment, or a query parameter that the server itself adds.
    func allows(_ address: String) -> Bool {
        guard address.utf8.count <= 2_000, address.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !address.utf8.contains(where: { Array(#"#@\"<>^`{|}"#.utf8).contains($0) })
        else { return false }
        guard !namesOurs(address) else { return false }
        if address.utf8.starts(with: "\(scheme):".utf8) { return true }
        if let origin = WebOrigin.origin(of: address),
            trusted.isListed(origin) && RegisteredRedirects.isConfidential(address)
                || origin.utf8.elementsEqual(trusted.publicURL.utf8)
        {
            return true
        }
        return app.redirects.allows(String(address.prefix { $0 != "?" }))
    }

    /// Returns true if the query cannot be parsed, or already contains a parameter that the server adds to redirects:
    /// the page could read that value instead of the server's. A `state` is allowed, because the app compares it with
    /// the state that it sent.
    private func namesOurs(_ address: String) -> Bool {
        guard let question = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return false }
        let query = address.utf8[address.utf8.index(after: question)...]
        guard let parameters = try? QueryParameters(formEncoded: query) else { return true }
        return Self.ours.contains { parameters[$0] != nil }
    }

    private static let ours = ["userId", "secret", "expire", "error", "code"]
}
