import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

extension VendorAPI {
    /// Returns the routes of the token and the revocation endpoint.
    func exchangeRoutes(_ provider: DevelopmentProvider) -> [Route] {
        var revocationPolicy = RoutePolicy.form
        // Google also takes the token in the query.
        revocationPolicy.isBodyOptional = provider.kind == .google
        return [
            route(.POST, provider.tokenPath, of: provider, .token, policy: .form) { request in
                do throws(TokenEndpointError) {
                    let exchange = try Self.exchange(request, at: provider)
                    if provider.kind == .apple, exchange["grant_type"] == DevelopmentTransfers.grantType {
                        return Self.json(try providers.transfers.accessToken(exchange))
                    }
                    return Self.json(try await provider.exchange(exchange))
                } catch {
                    return Self.json(error)
                }
            },
            route(.POST, provider.revocationPath, of: provider, .revoke, policy: revocationPolicy) { request in
                do throws(TokenEndpointError) {
                    let body = try provider.revoke(try Self.exchange(request, at: provider))
                    return body.map(Self.json) ?? HTTPResponse(status: .ok)
                } catch {
                    return Self.json(error)
                }
            },
        ]
    }

    /// Parses a request to the token or revocation endpoint. Throws if it is malformed or repeats a parameter (RFC
    /// 6749, section 3.2).
    static func exchange(
        _ request: HTTPRequest, at provider: DevelopmentProvider
    ) throws(TokenEndpointError) -> ExchangeRequest {
        let isInQuery = request.body.isEmpty && provider.kind == .google
        guard let form = isInQuery ? request.query : try? QueryParameters(formEncoded: request.body),
            !form.hasRepeatedName
        else { throw TokenEndpointError("invalid_request", "The request is malformed.") }
        return ExchangeRequest(
            parameters: form, authorization: request.header("Authorization"), clients: provider.apps,
            now: provider.clock.now)
    }

    static func json(_ body: JSONObject) -> HTTPResponse {
        .json(JSONValue.object(body).serialized())
    }

    static func json(_ refusal: TokenEndpointError) -> HTTPResponse {
        var body: JSONObject = ["error": .string(refusal.code)]
        body["error_description"] = refusal.reason.map(JSONValue.string)
        return .json(body.serialized(), status: HTTPResponseStatus(statusCode: refusal.status))
    }
}
