import Foundation
package import SesameCore

/// The callback that a browser sheet waits for, derived from the redirect URI.
package enum WebCallback: Sendable, Equatable {
    /// A redirect URI with the app's custom scheme, which does not have to be registered in the app's `Info.plist`.
    case scheme(String)
    /// A redirect URI on the app's own site, whose association file must list the app. It requires iOS 17.4 or macOS
    /// 14.4.
    case https(host: String, path: String)

    /// Creates the callback. Throws `invalidRequest` if no sheet can return to the redirect URI, for example if it is
    /// nil, an `http` URL, or an `https` URL without a host.
    package init(redirectURI: String?) throws(AuthError) {
        guard let redirectURI, let address = URLComponents(string: redirectURI),
            let scheme = address.scheme?.lowercased(), scheme != "http"
        else { throw AuthError(.invalidRequest, "a sheet needs a redirect URI with the app's custom scheme or https") }
        guard scheme == "https" else {
            self = .scheme(scheme)
            return
        }
        guard let host = address.host, !host.isEmpty else {
            throw AuthError(.invalidRequest, "an https redirect URI must have a host")
        }
        self = .https(host: host.lowercased(), path: address.path.isEmpty ? "/" : address.path)
    }
}
