import Foundation
import Sesame
import SesameCore
import SesameWire

/// An in-memory Appwrite server that follows Appwrite's documentation, complete enough for the accounts of one project.
final class AppwriteDouble: HTTPTransport {
    /// The kind of server that the double imitates.
    enum Dialect {
        /// Appwrite's own server. Each request advances its clock by five seconds, so that dates show the order of
        /// events.
        case appwrite
        /// Sesame's server, which reports new and deleted accounts.
        case sesame
    }

    /// The place of a new session's secret in the response.
    enum SecretPlace: CaseIterable {
        case cookies, fallback, body, nowhere
    }

    let dialect: Dialect
    private let secretPlace: SecretPlace
    private let state: Locked<AppwriteState>
    private let faults = Locked<[String: Result<TransportResponse, AuthError>]>([:])
    private let losses = Locked<Set<String>>([])
    private let recorded = Locked<[TransportRequest]>([])

    init(_ dialect: Dialect = .appwrite, secrets: SecretPlace = .cookies) {
        self.dialect = dialect
        secretPlace = secrets
        state = Locked(AppwriteState())
    }

    var requests: [TransportRequest] { recorded.withLock { $0 } }

    /// The received requests in order, as lines such as `GET /account`.
    var lines: [String] { requests.map { "\($0.method) \($0.url.path.replacingOccurrences(of: "/v1", with: ""))" } }

    func withState<Value>(_ body: (inout AppwriteState) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    /// Makes requests with a method and path, such as `GET /account`, end with the result until ``mend()``.
    func fail(_ line: String, with result: Result<TransportResponse, AuthError>) {
        faults.withLock { $0[line] = result }
    }

    /// Makes requests with the given method and path fail with an Appwrite error until ``mend()``.
    func refuse(_ line: String, _ status: Int, _ type: String, _ message: String = "m", headers: [String: String] = [:])
    {
        fail(line, with: .success(.refusal(status, type, message, headers: headers)))
    }

    /// Loses the responses to requests with the given method and path until ``mend()``; the server still carries out
    /// the requests.
    func loseAnswer(to line: String) {
        losses.withLock { _ = $0.insert(line) }
    }

    /// Ends all simulated failures.
    func mend() {
        faults.withLock { $0 = [:] }
        losses.withLock { $0 = [] }
    }

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        recorded.withLock { $0.append(request) }
        let path = request.url.path.replacingOccurrences(of: "/v1", with: "")
        if let fault = faults.withLock({ $0["\(request.method) \(path)"] }) { return try fault.get() }
        guard request.headers["X-Appwrite-Project"] == Secret("p") else {
            return .refusal(404, "project_not_found", "Project with the requested ID could not be found.")
        }
        let response = state.withLock { state in
            if dialect == .appwrite { state.now += 5 }
            let body = (try? JSONValue(parsing: Array(request.body.exposed.utf8)))?.object ?? [:]
            let parts = path.split(separator: "/").map(String.init)
            let call = AppwriteRequest(
                method: request.method, path: parts, body: body,
                session: request.headers["X-Appwrite-Session"]?.exposed)
            var response = state.answer(call, isFrank: dialect == .sesame)
            place(&response, state.newest)
            return response
        }
        if losses.withLock({ $0.contains("\(request.method) \(path)") }) { throw AuthError(.offline, "no network") }
        return response
    }

    /// Adds the secret of a new session to the part of the response that ``secretPlace`` selects.
    private func place(_ response: inout TransportResponse, _ session: AppwriteState.Session?) {
        guard response.status == 201, let json = (try? JSONValue(parsing: response.body))?.object,
            json["factors"] != nil, let session, json["$id"]?.string == session.id
        else { return }
        switch secretPlace {
        case .nowhere: break
        case .body:
            var json = json
            json["secret"] = .string(session.secret)
            response.body = json.serialized()
        case .fallback:
            let cookies: JSONObject = ["a_session_p": .string(session.secret)]
            response.headers["x-fallback-cookies"] = String(decoding: cookies.serialized(), as: UTF8.self)
        case .cookies:
            let value = session.secret.replacingOccurrences(of: "=", with: "%3D")
            let rest = "path=/; expires=Sun, 21-Nov-2027 06:29:00 GMT; HttpOnly; secure"
            response.headers["set-cookie"] =
                "a_session_p_legacy=\(value); \(rest), a_session_p=\(value); \(rest); SameSite=None"
        }
    }
}

struct AppwriteRequest {
    let method: String
    let path: [String]
    let body: JSONObject
    let session: String?

    func text(_ name: String) -> String { body[name]?.string ?? "" }
}

extension TransportResponse {
    static func json(_ status: Int, _ body: JSONObject, headers: [String: String] = [:]) -> TransportResponse {
        TransportResponse(status: status, headers: headers, body: body.serialized())
    }

    /// Returns an error response in Appwrite's format.
    static func refusal(
        _ status: Int, _ type: String, _ message: String = "m", headers: [String: String] = [:]
    ) -> TransportResponse {
        .json(
            status,
            [
                "message": .string(message), "code": .integer(status), "type": .string(type),
                "version": "1.9.6",
            ], headers: headers)
    }
}
