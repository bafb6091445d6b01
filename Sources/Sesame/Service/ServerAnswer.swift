import SesameCore
import SesameWire

/// Reads what a Sesame server answers, and what anything in between answers in its stead.
///
/// Only a body of Sesame's own can say that a session has ended. A portal's page, a proxy's error or a redirect is as
/// good as no server at all.
struct ServerAnswer {
    private let response: TransportResponse

    init(_ response: TransportResponse) {
        self.response = response
    }

    /// The body of a success. Throws the server's error, or why there is none.
    func body<Body: WireBody>(_ type: Body.Type = Body.self) throws(AuthError) -> Body {
        try checkSuccess()
        guard let object, let body = try? Body(json: object) else { throw foreign }
        return body
    }

    /// The body of a success that is a document for the person, as it came. Throws the server's error, or why there is
    /// none.
    func document() throws(AuthError) -> [UInt8] {
        try checkSuccess()
        guard (try? JSONValue(parsing: response.body, limits: .document))?.object != nil else { throw foreign }
        return response.body
    }

    /// Throws the server's error, or why there is none, unless the request succeeded.
    func checkSuccess() throws(AuthError) {
        guard !(200...299).contains(response.status) else { return }
        if let object, let body = try? ErrorBody(json: object) { throw error(body) }
        // OAuth has no word for a client that has sent too much; the status says it.
        if (400...499).contains(response.status), response.status != 429, let object,
            let error = OAuthRefusal(json: object)?.error
        {
            throw error
        }
        throw foreign
    }

    /// Throws the server's error, or why there is none, unless the request succeeded and the answer says nothing more. A
    /// success with a page did nothing.
    func checkEmptySuccess() throws(AuthError) {
        guard response.status != 204 else { return }
        try checkSuccess()
        throw foreign
    }

    private func error(_ body: ErrorBody) -> AuthError {
        var error = AuthError(body)
        // A server that is failing does not end sessions, whatever it says.
        if response.status >= 500, AuthError.Code.endingSession.contains(error.code) {
            error = AuthError(.storageUnavailable, "the server fails with \(response.status)")
        }
        error.retryAfter = error.retryAfter ?? response.retryAfter
        return error
    }

    private var foreign: AuthError {
        var error =
            switch response.status {
            case 429: AuthError(.rateLimited, "too many requests")
            case 500...: AuthError(.storageUnavailable, "the server fails with \(response.status)")
            default: AuthError(.providerUnavailable, "what answers with \(response.status) is no Sesame server")
            }
        error.retryAfter = response.retryAfter
        return error
    }

    /// The body, if it is an object.
    var object: JSONObject? {
        let limits = JSONLimits(bytes: 262_144, depth: 24, members: 1_024)
        return (try? JSONValue(parsing: response.body, limits: limits))?.object
    }
}

extension TransportResponse {
    /// `Retry-After` in seconds; its other form, a date, is as good as none to a device whose clock may be wrong.
    package var retryAfter: Duration? {
        guard let text = headers["retry-after"], let seconds = Int(text), (0...86_400).contains(seconds)
        else { return nil }
        return .seconds(seconds)
    }
}

/// A refusal of the token endpoint (RFC 6749 section 5.2).
private struct OAuthRefusal {
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
        error = AuthError(code, json["error_description"]?.string ?? "the token endpoint refused the request")
    }
}

extension JSONLimits {
    /// Years of a person's sessions and events.
    static let document = JSONLimits(bytes: 16_777_216, depth: 32, members: 1_024)
}
