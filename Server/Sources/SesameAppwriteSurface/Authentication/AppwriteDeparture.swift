package import SesameAccounts
package import SesameHTTP

/// A function that returns the redirect of a browser to a provider.
package typealias AppwriteDeparture =
    @Sendable (Provider, App, FlowPurpose, HTTPRequest) throws(AccountError) -> HTTPResponse
