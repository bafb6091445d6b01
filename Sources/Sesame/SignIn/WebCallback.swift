import Foundation
package import SesameCore

/// The callback that a browser's sheet waits for, as it follows from the address that the browser is to come back to.
package enum WebCallback: Sendable, Equatable {
    /// An address with a scheme of the app's own, which needs no entry anywhere.
    case scheme(String)
    /// An address of the app's own site, which must name the app in its association file. From iOS 17.4 and macOS 14.4.
    case https(host: String, path: String)

    /// Throws for an address that no sheet can come back to.
    package init(redirectURI: String?) throws(AuthError) {
        guard let redirectURI, let address = URLComponents(string: redirectURI),
            let scheme = address.scheme?.lowercased(), scheme != "http"
        else { throw AuthError(.invalidRequest, "a sheet needs a redirect with a scheme of the app's own, or https") }
        guard scheme == "https" else {
            self = .scheme(scheme)
            return
        }
        guard let host = address.host, !host.isEmpty else {
            throw AuthError(.invalidRequest, "a redirect by https names a host")
        }
        self = .https(host: host.lowercased(), path: address.path.isEmpty ? "/" : address.path)
    }
}
