package import SesameAccounts
package import SesameHTTP

/// Sends a browser to a provider.
package typealias AppwriteDeparture =
    @Sendable (Provider, App, FlowPurpose, HTTPRequest) throws(Refusal) -> HTTPResponse
