import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameTokens
import SesameWire

/// A document at a vendor's path: the key set or the discovery document.
struct VendorDocument: Sendable {
    enum Kind: Sendable {
        case keySet
        case discovery

        var endpoint: Fault.Endpoint {
            switch self {
            case .keySet: .jwks
            case .discovery: .discovery
            }
        }
    }

    let provider: DevelopmentProvider
    let kind: Kind
    let baseURL: String

    /// The document's path, below the providers' base URL.
    var path: String {
        switch kind {
        case .keySet: provider.dialect.keysPath
        case .discovery: provider.dialect.discoveryPath
        }
    }

    /// Returns the response under the given fault effects. If two effects exclude each other, the later one applies.
    func answer(_ effects: [FaultEffect]) async throws(ProviderError) -> HTTPResponse {
        for effect in effects.reversed() {
            if case .redirect(let location) = effect {
                return .redirect(to: location ?? baseURL + path + Self.movedSuffix, status: .found)
            }
            if let disturbance = Self.disturbance(effect) { return disturbance }
        }
        var response = HTTPResponse.json(try await body(effects))
        response.headers.replaceOrAdd(name: "Cache-Control", value: provider.dialect.keysCacheControl)
        return response
    }

    /// The path suffix to which the fault ``FaultEffect/redirect(location:)`` redirects by default. The same document
    /// is served there.
    static let movedSuffix = "/moved"

    private func body(_ effects: [FaultEffect]) async throws(ProviderError) -> [UInt8] {
        var document: JSONObject
        switch kind {
        case .keySet:
            var keys = try await provider.keys.published()
            if effects.contains(.unknownKey) { keys.removeLast() }
            if effects.contains(.noKeys) { keys = [] }
            document = ["keys": .array(keys.map { .object($0.publicKey.publicMembers) })]
        case .discovery:
            let issuer =
                effects.contains(.issuerMismatch)
                ? provider.dialect.mismatchedIssuer : provider.dialect.issuer
            document = provider.dialect.discovery(issuer: issuer, baseURL: baseURL)
        }
        for case .huge(let bytes) in effects {
            document["padding"] = .string(String(repeating: "x", count: bytes))
        }
        let body = document.serialized()
        return effects.contains(.malformed) ? Array(body.prefix(body.count / 2)) : body
    }

    /// Returns the error response that the effect ``FaultEffect/down`` or ``FaultEffect/status(_:)`` sends instead of
    /// the vendor's response; nil for other effects.
    static func disturbance(_ effect: FaultEffect) -> HTTPResponse? {
        switch effect {
        case .down: HTTPResponse(status: .serviceUnavailable)
        case .status(let code): proxyPage(status: code)
        default: nil
        }
    }

    private static func proxyPage(status code: Int) -> HTTPResponse {
        let status = HTTPResponseStatus(statusCode: code)
        let page = "<html><title>\(code)</title><h1>\(status.reasonPhrase)</h1></html>\n"
        return .html(Array(page.utf8), status: status)
    }
}
