package import SesameAccounts
package import SesameHTTP

/// A function that returns the redirect response that sends a browser to a provider's sign-in page.
package typealias AppwriteDeparture =
    @Sendable (Provider, App, FlowPurpose, HTTPRequest) throws(AccountError) -> HTTPResponse
