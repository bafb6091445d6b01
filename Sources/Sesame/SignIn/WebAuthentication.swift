public import Foundation
public import SesameCore
import SesameWire

/// A browser for a sign-in: the system's own with an address bar, never a web view inside the app.
public protocol WebAuthentication: Sendable {
    /// Shows the attempt's page, and returns the parameters of the redirect.
    ///
    /// Throws ``SesameCore/AuthError/Code/cancelled`` if the user closes the browser, and
    /// ``SesameCore/AuthError/Code/invalidRequest`` if this browser cannot redirect to the attempt's
    /// ``WebSignInRequest/redirectURI``.
    func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult
}

/// The parameters of a browser's redirect.
public struct WebSignInResult: Sendable {
    /// The requested redirect URI, without the added parameters. The code is bound to it.
    public let redirectURI: String
    private let fields: [(name: String, value: String)]

    /// Creates the parameters from the URL to which the browser was redirected.
    ///
    /// - Parameter url: The whole URL. A query that cannot be parsed counts as empty.
    public init(redirectURI: String, url: URL) {
        let query = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedQuery
        self.init(redirectURI: redirectURI, fields: FormEncoding.decode(query ?? "") ?? [])
    }

    init(redirectURI: String, fields: [(name: String, value: String)]) {
        self.redirectURI = redirectURI
        self.fields = fields
    }

    /// Returns the value of a parameter; nil if it is missing or repeated.
    package func parameter(_ name: String) -> String? {
        let values = fields.filter { $0.name.hasSameBytes(as: name) }
        return values.count == 1 ? values[0].value : nil
    }
}

/// Prints only the type's name, because the response holds the code.
extension WebSignInResult: Redacted {}
