public import Foundation
public import SesameCore
import SesameWire

/// A browser in which a person signs in: the system's own, with an address bar, never a view inside the app.
public protocol WebAuthentication: Sendable {
    /// Shows the attempt's page, and returns what the browser was sent back with.
    ///
    /// Throws ``SesameCore/AuthError/Code/cancelled`` when the person closes the browser, and
    /// ``SesameCore/AuthError/Code/invalidRequest`` when this browser cannot come back to the attempt's
    /// ``WebAttempt/redirectURI``.
    func authenticate(_ attempt: WebAttempt) async throws(AuthError) -> WebAnswer
}

/// The parameters with which a browser was sent back.
public struct WebAnswer: Sendable {
    /// The address that the browser was to be sent back to, without what was added: the code is tied to it.
    public let redirectURI: String
    private let fields: [(name: String, value: String)]

    /// The answer at that address.
    /// - Parameter url: The whole address. What its query cannot be read as is no answer.
    public init(redirectURI: String, url: URL) {
        let query = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedQuery
        self.init(redirectURI: redirectURI, fields: FormEncoding.decode(query ?? "") ?? [])
    }

    init(redirectURI: String, fields: [(name: String, value: String)]) {
        self.redirectURI = redirectURI
        self.fields = fields
    }

    /// The value of a parameter that is there exactly once.
    package func parameter(_ name: String) -> String? {
        let values = fields.filter { $0.name.hasSameBytes(as: name) }
        return values.count == 1 ? values[0].value : nil
    }
}

/// Prints its name alone: the answer holds the code.
extension WebAnswer: Redacted {}
