import SesameCore
import SesameWire

/// The decoder of a response from a Sesame server, or from a proxy or portal in between.
///
/// Only a body in Sesame's own form can end a session. A portal's page, a proxy's error or a redirect counts as an
/// unavailable server.
struct ServerResponseDecoder {
    private let response: TransportResponse

    init(_ response: TransportResponse) {
        self.response = response
    }

    /// Returns the body of a successful response. Throws the server's error, or an error for a response that is not the
    /// server's.
    func body<Body: WireBody>(_ type: Body.Type = Body.self) throws(AuthError) -> Body {
        try checkSuccess()
        guard let object, let body = try? Body(json: object) else { throw foreign }
        return body
    }

    /// Returns the body of a successful response unchanged, as a document for the user. Throws the server's error, or
    /// an error for a response that is not a JSON object.
    func document() throws(AuthError) -> [UInt8] {
        try checkSuccess()
        guard (try? JSONValue(parsing: response.body, limits: .document))?.object != nil else { throw foreign }
        return response.body
    }

    /// Checks that the status is a success. Throws the server's error, or an error for a response that is not the
    /// server's.
    func checkSuccess() throws(AuthError) {
        guard !(200...299).contains(response.status) else { return }
        if let object, let body = try? ErrorBody(json: object) { throw error(body) }
        // OAuth has no error code for too many requests, so the status counts.
        if (400...499).contains(response.status), response.status != 429, let object,
            let error = OAuthErrorResponse(json: object)?.error
        {
            throw error
        }
        throw foreign
    }

    /// Checks that the status is 204. Throws the server's error, or an error for a response that is not the server's,
    /// including any other success, such as a portal's page.
    func checkEmptySuccess() throws(AuthError) {
        guard response.status != 204 else { return }
        try checkSuccess()
        throw foreign
    }

    private func error(_ body: ErrorBody) -> AuthError {
        var error = AuthError(body)
        // A failing server must not end sessions, even if its body says so.
        if response.status >= 500, AuthError.Code.endingSession.contains(error.code) {
            error = AuthError(.storageUnavailable, "the server failed with status \(response.status)")
        }
        error.retryAfter = error.retryAfter ?? response.retryAfter
        return error
    }

    private var foreign: AuthError {
        var error =
            switch response.status {
            case 429: AuthError(.rateLimited, "too many requests")
            case 500...: AuthError(.storageUnavailable, "the server failed with status \(response.status)")
            default: AuthError(.providerUnavailable, "the response with status \(response.status) is not from Sesame")
            }
        error.retryAfter = response.retryAfter
        return error
    }

    /// The response's body as a JSON object; nil for any other content.
    var object: JSONObject? {
        let limits = JSONLimits(bytes: 262_144, depth: 24, members: 1_024)
        return (try? JSONValue(parsing: response.body, limits: limits))?.object
    }
}

extension TransportResponse {
    /// The value of `Retry-After` in seconds, at most one day; nil for a longer time, and for a date, because the
    /// device's clock may be wrong.
    package var retryAfter: Duration? {
        guard let text = headers["retry-after"], let seconds = Int(text), (0...86_400).contains(seconds)
        else { return nil }
        return .seconds(seconds)
    }
}

/// An error response of the token endpoint (RFC 6749 section 5.2).
private struct OAuthErrorResponse {
    let error: AuthError

    init?(json: JSONObject) {
        guard let name = json["error"]?.string else { return nil }
        let code: AuthError.Code =
            switch name {
            case "invalid_grant": .invalidToken
            case "access_denied": .cancelled
            case "temporarily_unavailable": .providerUnavailable
            case "server_error": .internal
            default: .invalidRequest
            }
        error = AuthError(code, json["error_description"]?.string ?? "the token endpoint rejected the request")
    }
}

extension JSONLimits {
    /// The limits of a data export, large enough for years of a user's sessions and events.
    static let document = JSONLimits(bytes: 16_777_216, depth: 32, members: 1_024)
}
